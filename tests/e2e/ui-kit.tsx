/** One page with the controls of web/ui and their states, for visual.full.spec.ts. Not a part of the product. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Board } from '#web/ui/board.tsx';
import { AnchorButton, Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChartBars } from '#web/ui/chart-bars.tsx';
import { ChartColumns } from '#web/ui/chart-columns.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { FileInput, Input, Textarea } from '#web/ui/input.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const tones = ['neutral', 'info', 'success', 'danger', 'lane'] as const;

function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <Row key={variant}>
          {(['lg', 'md', 'sm'] as const).map((size) => (
            <Button key={size} size={size} variant={variant}>
              Send load
            </Button>
          ))}
          <Button aria-label="More" size="icon" variant={variant}>
            +
          </Button>
          <Button busy variant={variant}>
            Busy
          </Button>
          <Button disabled variant={variant}>
            Disabled
          </Button>
        </Row>
      ))}
      <div className="bg-asphalt p-4 text-chalk">
        <Button variant="chalk">On asphalt</Button>
      </div>
      <Row>
        <LinkButton to="/">Link</LinkButton>
        <AnchorButton href="tel:+18155550100" variant="secondary">
          815-555-0100
        </AnchorButton>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
    </>
  );
}

function Messages() {
  return (
    <>
      <Alert>The office is closed on Thursday.</Alert>
      <Alert tone="success">Saved.</Alert>
      <Alert action={<Button size="sm">Retry</Button>} onClose={() => undefined} tone="error">
        Couldn't save. Try again.
      </Alert>
      <EmptyState action={<Button>Add a damage</Button>} title="No damages yet">
        Damages that drivers report appear here.
      </EmptyState>
      <Progress label="resume.pdf" onCancel={() => undefined} value={42} />
      <Progress label="photo.jpg" value={100} />
      <Skeleton label="Loading damages…" labelVisible lines={3} />
    </>
  );
}

function Controls() {
  return (
    <FormState
      errors={{ zip: 'Enter five digits.', state: 'Choose a state.' }}
      values={{ city: 'Joliet', note: 'Gate 4, ask for Łukasz.', hired: '11/25/2026' }}
      warnings={{ city: 'Another branch has this city.' }}
    >
      <FormSection hint="Where the load starts." step={1} title="Pickup">
        <TextField hint="Without the state." label="City" name="city" required />
        <TextField label="ZIP code" name="zip" required />
        <DateField label="Hired" name="hired" />
        <AreaField className="full" label="Note" name="note" />
        <ChoiceField label="State" name="state" options={['Illinois', 'Nebraska']} />
        <Field label="Password" name="password">
          <PasswordInput defaultValue="long haul" />
        </Field>
        <Field label="Carrier" name="carrier">
          <Select options={['Open', 'Enclosed']} placeholder="Choose" />
        </Field>
        <Field label="Unit" name="unit">
          <Input defaultValue="I0O1l 8B5S" readOnly />
        </Field>
        <Field label="Disabled" name="disabled">
          <Input defaultValue="Not now" disabled />
        </Field>
        <Field error="Choose a PDF." label="Resume" name="resume">
          <FileInput />
        </Field>
        <Field label="Comment" name="comment">
          <Textarea placeholder="What happened?" />
        </Field>
        <div>
          <Checkbox defaultChecked label="Has a CDL" />
          <Checkbox hint="Ask the driver." label="Hazmat" />
          <Checkbox error="Confirm to continue." label="I read the policy" />
          <Checkbox disabled label="Disabled" />
        </div>
      </FormSection>
    </FormState>
  );
}

const loads = [
  { id: 1, customer: 'Żółć Motors', lane: 'Joliet → Omaha', price: '$1,411.10', state: 'New' },
  { id: 2, customer: 'O’Hara Ford', lane: 'Omaha → Dallas', price: '$980.00', state: 'Won' },
];

const months = ['Sep', 'Oct', 'Nov'].map((label, index) => ({
  key: label,
  label,
  value: 400 * (index + 1),
  text: `$${400 * (index + 1)}`,
}));

function Records() {
  return (
    <>
      <Table caption="Loads">
        <thead>
          <tr>
            <Th onSort={() => undefined} sort="ascending">
              Customer
            </Th>
            <Th onSort={() => undefined}>Lane</Th>
            <Th>Price</Th>
          </tr>
        </thead>
        <tbody>
          {loads.map(({ id, customer, lane, price }) => (
            <tr key={id}>
              <Td>{customer}</Td>
              <Td>{lane}</Td>
              <Td numeric>{price}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Card
        aside={<Badge tone="danger">Overdue</Badge>}
        footer={<Button size="sm">Edit</Button>}
        title="Cedar Rapids Fleet"
      >
        <DescriptionList
          rows={[
            ['Phone', '815-555-0100'],
            ['VIN', '1FTFW1E50NFA01108'],
          ]}
        />
      </Card>
      <Board
        columnOf={({ state }) => state}
        columns={[
          { name: 'New', label: 'New' },
          { name: 'Won', label: 'Won' },
        ]}
        keyOf={({ id }) => id}
        nameOf={({ customer }) => customer}
        onMove={() => undefined}
        rows={loads}
      >
        {({ customer, lane }) => (
          <>
            <p className="font-semibold">{customer}</p>
            <p className="text-sm text-steel">{lane}</p>
          </>
        )}
      </Board>
      <ChartBars columns={['Month', 'Cost']} points={months.toReversed()} title="Cost by driver" />
      <ChartColumns
        columns={['Month', 'Cost']}
        points={months}
        tick={(value) => `$${value}`}
        title="Cost by month"
      />
    </>
  );
}

/** The page's body as HTML. */
export function uiKit(): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <main className="wrap grid gap-6 py-6">
        <PageHeader
          action={<Button>New load</Button>}
          intro="Every control and its states."
          title="Loads"
        />
        <Buttons />
        <Messages />
        <Controls />
        <Records />
      </main>
    </MemoryRouter>,
  );
}
