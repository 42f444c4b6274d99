import { readAnswer } from '#contract/caller.ts'
import type { Session } from '#pwa/lib/session.tsx'

/** Opens a page that only its owner may read, to be printed. Opened at the press itself: later a browser would forbid it. */
export async function openPaper(session: Pick<Session, 'fetch'>, url: string): Promise<void> {
  const opened = window.open('', '_blank')
  try {
    const answer = await session.fetch(url, {})
    if (!answer.ok) await readAnswer(answer)
    const page = URL.createObjectURL(new Blob([await answer.text()], { type: 'text/html' }))
    if (opened) opened.location.href = page
    else location.assign(page)
  } catch (error) {
    opened?.close()
    throw error
  }
}
