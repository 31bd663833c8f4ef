import type { Layout } from '#contract/spotlight.ts';
import type { views } from './drawings-posts.ts';

export interface PostText {
  title: string;
  text: string;
  layout: Layout;
  view: keyof typeof views | null;
  daysAgo: number;
  /** How many out of 100 answer it, and with what. */
  answers: readonly [
    number,
    '👍' | '😊' | '❤️' | '😮' | '😢',
    ...('👍' | '😊' | '❤️' | '😮' | '😢')[],
  ];
}

/** Newest first. */
export const postTexts: readonly PostText[] = [
  {
    title: 'Driver of the quarter: Rosa Núñez',
    text: `Sixty-one loads, five hundred and twelve cars, not one line on a damage report, and the only truck in the fleet whose tie-downs pass inspection every single time. That is Rosa’s quarter.

Customers ask for her by name. The auction in Davenport saves her the end of the lane because, they say, “she is loaded before we have the gate open”.

Rosa came to us thirty-three months ago from the yard in Bridgeview, trained with Wayne, and has been the one who trains others to load a top deck in the wind. She gets the quarter’s check, the reserved space by the door, and a week of choosing her own lanes.

Congratulations, Rosa. Drive it as you always do.`,
    layout: 'layout1',
    view: 'evening',
    daysAgo: 2,
    answers: [88, '👍', '👍', '❤️', '😊'],
  },
  {
    title: 'Rescue on I-80',
    text: `On Tuesday night, mile 93, wind from the north and nothing to be seen past the hood: Chong passes a small blue car that sits crosswise in the ditch with its hazards on. He parks the rig on the shoulder, puts out his triangles, and walks back.

Inside: a nurse on her way home from a double shift, and a heater that has stopped. Chong puts her in his cab with his thermos, calls it in, and stays for two hours and forty minutes until the plow and the wrecker come. Then he drives on and delivers eight cars in Des Moines, fifty minutes late.

She wrote to us on Thursday. Her letter hangs by the dispatch window. Read it when you walk past.`,
    layout: 'layout3',
    view: 'snow',
    daysAgo: 11,
    answers: [92, '❤️', '❤️', '😮', '👍'],
  },
  {
    title: 'Welcome to the four who started this month',
    text: `Greta’s class has company: two drivers, a tire technician and a night dispatcher are new with us.

They will spend their first week riding along and asking questions. If one of them asks you something twice, that is how it should be. If one of them asks you nothing at all, ask them.

Lunch for everybody on Friday at noon in the big bay. The shop cooks.`,
    layout: 'layout2',
    view: null,
    daysAgo: 19,
    answers: [45, '👍', '😊'],
  },
  {
    title: 'Forty-one years: thank you, Stan',
    text: `Stan Bartosz has turned in his keys. He drove his first load for us in a cab-over with no radio, and his last one on Friday, to the same dealer in Peoria, whose father signed for the first.

In between: four million miles, three trucks that he wore out and one that he would not give back, eleven drivers that he trained, and one Christmas Eve on which he took a stranger’s car to Moline for nothing, because it had a child seat with a present in it.

There was cake. There were speeches, all of them shorter than Stan feared. He is going fishing, and he says that he will call when we load wrong.

He will, too.`,
    layout: 'layout2',
    view: 'cake',
    daysAgo: 33,
    answers: [96, '❤️', '😢', '❤️', '😊'],
  },
  {
    title: 'One million safe miles: Darrell Hutchins',
    text: `At 10:42 on a Wednesday, a little west of Ottawa, Illinois, Darrell’s count turned over: one million miles without a preventable accident.

It takes about eleven years. It is two hundred thousand lane changes, four thousand loads and unloads, and every morning a walk around the truck with a light, also when it rains, also when nobody looks.

We asked him how one does that. “You leave room,” he said. Then he asked whether we were done, because he had a delivery at two.`,
    layout: 'layout3',
    view: 'ahead',
    daysAgo: 48,
    answers: [84, '👍', '😮', '👍', '❤️'],
  },
  {
    title: 'Omaha shop: 500 days without an injury',
    text: `Emil, Héctor, Tomasz, Paul and everybody who has held a wrench in Omaha since the spring of last year: five hundred days.

No trick, they say. Two people on every hydraulic job, gloves in reach, and whoever says “stop” is thanked first and asked why after that.

Steaks are on the company. Safety glasses stay on until they are served.`,
    layout: 'layout1',
    view: null,
    daysAgo: 57,
    answers: [62, '👍', '👍', '😮'],
  },
  {
    title: 'Three trucks full: the toy drive',
    text: `You gave 1,140 toys this year. That is three ramp trucks and the back seat of Joy’s car.

They went to the children’s hospital, to the shelter on Cass Street and to the fire stations in Joliet and Council Bluffs, which know where they are needed. The bear on the roof of the first truck was not cargo. He has a name now, and a job in dispatch.

Thank you to everyone who carried, wrapped, drove and did not ask whether it was on the clock. It was.`,
    layout: 'layout1',
    view: 'presents',
    daysAgo: 76,
    answers: [78, '❤️', '😊', '😊', '👍'],
  },
  {
    title: '“You answered the phone.”',
    text: `A dealer in Effingham sent us that sentence and nothing else, on a card, with a box of doughnuts, after the week of the ice storm.

Terrence had the nights that week. This one is his.`,
    layout: 'layout3',
    view: null,
    daysAgo: 90,
    answers: [54, '😊', '👍', '❤️'],
  },
];
