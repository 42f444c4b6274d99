import { expect, it } from 'vitest'
import { threadOf, withShared } from './shared-thread.ts'

const NOTHING = { title: '', text: '', url: '', files: [] }
const LINK = 'https://example.com/a'
const LONG = 'とても長い記事の題名'.repeat(4)

it.each([
  ['a link with its title', { title: '冬の朗読', url: LINK }, { title: '冬の朗読', text: LINK }],
  [
    'a text that has the link',
    { title: '冬の朗読', text: `読みました ${LINK}`, url: LINK },
    { title: '冬の朗読', text: `読みました ${LINK}` },
  ],
  ['a text alone', { text: ' よい夜 ' }, { title: '', text: 'よい夜' }],
  [
    'a title that is too long for ours',
    { title: LONG, url: LINK },
    { title: '', text: `${LONG}\n${LINK}` },
  ],
  [
    'a title that is the text, too',
    { title: '冬の朗読', text: '冬の朗読', url: LINK },
    { title: '冬の朗読', text: LINK },
  ],
  ['nothing', {}, { title: '', text: '' }],
])('a thread begins with %s', (_, shared, texts) => {
  expect(threadOf({ ...NOTHING, ...shared }).texts).toEqual(texts)
})

it('a thread begins with the first pictures, and no other files', () => {
  const file = (name: string, type: string) => new File(['a'], name, { type })
  const pictures = ['a', 'b', 'c', 'd'].map((name) => file(name, 'image/png'))
  const files = [file('film', 'video/mp4'), ...pictures]
  expect(threadOf({ ...NOTHING, files }).images).toEqual(pictures.slice(0, 3))
})

it('a draft stays, and the shared text follows it once', () => {
  const draft = { title: '下書き', text: 'つづき', is_previewed: false }
  const shared = threadOf({ ...NOTHING, title: '冬の朗読', url: LINK })
  const begun = withShared(draft, shared)
  expect(begun).toEqual({ ...draft, text: `つづき\n\n${LINK}` })
  expect(withShared(begun, shared)).toEqual(begun)
  expect(withShared({ title: '', text: '', is_previewed: true }, shared)).toMatchObject({
    title: '冬の朗読',
    text: LINK,
  })
})
