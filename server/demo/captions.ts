import { type Cue, writeVtt } from '#contract/live/captions.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Book } from './tables.ts'

/** Seconds at which the host says these lines in the recording. */
const LINES = [
  {
    at: 1,
    ja: 'こんばんは。今夜も来てくださって、ありがとうございます。',
    en: 'Good evening, and thank you for coming again tonight.',
  },
  {
    at: 6,
    ja: '飲みものを手元に置いて、楽な姿勢でお聞きください。',
    en: 'Put a drink beside you, and make yourself comfortable.',
  },
  {
    at: 12,
    ja: '李徴という、若い役人の話から始めます。',
    en: 'We begin with a young official called Li Zheng.',
  },
  {
    at: 20,
    ja: '詩人として名を残したいと、職を離れた人でした。',
    en: 'He had left his post to be remembered as a poet.',
  },
  {
    at: 30,
    ja: '月の明るい夜、友は山道で一匹の虎に出会います。',
    en: 'One moonlit night, his friend meets a tiger on a mountain road.',
  },
  { at: 40, ja: '（ページをめくる音）', en: '(a page turns)' },
  {
    at: 52,
    ja: 'では、おやすみの前に、最後のところをもう一度。',
    en: 'Before you sleep, let us hear the last part once more.',
  },
  {
    at: 62,
    ja: 'おやすみなさい。よい夢を。',
    en: 'Good night, and sweet dreams.',
  },
] as const
const LASTS_S = 5

const timeOf = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`

/** Captions in two languages for one archive. */
export function addCaptions(book: Book, event: Schema['event']) {
  for (const language of ['ja', 'en'] as const) {
    const cues = LINES.map(
      (line): Cue => ({
        from: timeOf(line.at),
        to: timeOf(line.at + LASTS_S),
        text: line[language],
      }),
    )
    book.add('caption', {
      event_id: event.id,
      language,
      text: writeVtt(cues),
      updated_at: event.updated_at,
    })
  }
}
