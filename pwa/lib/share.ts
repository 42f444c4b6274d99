/** Gives a page to somebody else: the system's own sheet where there is one, else only a line in the console. */
export async function shareUrl(what: { title: string; text?: string; url: string }) {
  if (!('share' in navigator)) {
    console.info(what.url)
    return
  }
  try {
    await navigator.share(what)
  } catch (error) {
    // Closed without sharing: a person changed their mind, nothing went wrong.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
