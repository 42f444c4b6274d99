import { tidyText } from '../lib/tidy.ts'

/** Tags of a room or an event. */
export const TAGS_MAX = { count: 5, length: 20 }
export const TAGS_TOO_MANY = `タグは${TAGS_MAX.count}個までです`
export const TAG_TOO_LONG = `タグは1つ${TAGS_MAX.length}文字以内で入力してください`

const BETWEEN = /[\s,、#]+/u

/** Form in which tags are compared: width and case are ignored. */
export const tagKey = (tag: string) =>
  tag.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** The tags of a typed text, without duplicates: blanks, commas and number signs stand between them. */
export function tagsIn(typed: string): string[] {
  const words = tidyText(typed, 1).normalize('NFKC').split(BETWEEN)
  const tags = new Map<string, string>()
  // Normalization can leave marks without a letter.
  for (const tag of words.map((word) => tidyText(word, 1)))
    if (tag !== '' && !tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  return [...tags.values()]
}

/** Tags as one text: of a form, and in the database. */
export const joinTags = (tags: readonly string[]) => tags.join(' ')
export const splitTags = (text: string) => text.split(' ').filter(Boolean)
/** Tags as others read and search them. */
export const hashtags = (text: string) =>
  splitTags(text)
    .map((tag) => `#${tag}`)
    .join(' ')
