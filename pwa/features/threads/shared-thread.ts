import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import { tidyTitle, titleFits } from '#contract/threads/thread-text.ts'
import type { SharedContent } from '#pwa/lib/shared-content.ts'
import type { ThreadTexts } from './thread-form.ts'

/** The beginning of a new thread. */
export interface BegunThread {
  texts: Pick<ThreadTexts, 'title' | 'text'>
  images: File[]
}

/** A thread of what another app shares: its title if it fits, its text with the link, its first pictures. */
export function threadOf({ title, text, url, files }: SharedContent): BegunThread {
  const heading = tidyTitle(title)
  const isTitle = heading !== '' && titleFits(heading)
  const body = text.trim()
  const lines = [
    isTitle || body.includes(heading) ? '' : heading,
    body === heading && isTitle ? '' : body,
    body.includes(url.trim()) ? '' : url.trim(),
  ]
  return {
    texts: { title: isTitle ? heading : '', text: lines.filter(Boolean).join('\n') },
    images: files.filter(({ type }) => type.startsWith('image/')).slice(0, THREAD_MAX.images),
  }
}

/** The texts of a draft with those of a shared thread: a draft keeps its title, and the shared text follows its own. */
export function withShared(draft: ThreadTexts, { texts }: BegunThread): ThreadTexts {
  const isAdded = draft.text.includes(texts.text)
  return {
    ...draft,
    title: draft.title || texts.title,
    text: isAdded ? draft.text : [draft.text, texts.text].filter(Boolean).join('\n\n'),
  }
}
