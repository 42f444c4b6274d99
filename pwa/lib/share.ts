/** Shares a page by the system's share sheet; without one, only logs to the console. */
export async function shareUrl(what: { title: string; text?: string; url: string }) {
  if (!('share' in navigator)) {
    console.info(what.url)
    return
  }
  try {
    await navigator.share(what)
  } catch (error) {
    // The user closed the share sheet: no error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
