/** The module's URL in the browser's error message. */
const moduleUrl = /https?:\/\/\S+\.js/;

/** Makes an import that can be repeated after it failed: browsers older than the summer of 2026 keep a failure by its URL. */
export function importAgain<Module>(importModule: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | null = null;
  let failedUrl: string | undefined;
  let failures = 0;
  return () => {
    loading ??= (
      failedUrl ? import(/* @vite-ignore */ `${failedUrl}?try=${failures}`) : importModule()
    ).catch((error: unknown) => {
      loading = null;
      failures += 1;
      failedUrl ??= moduleUrl.exec(String(error))?.[0];
      throw error;
    });
    return loading;
  };
}
