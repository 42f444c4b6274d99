import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TalkMessage } from '#contract/live.ts'
import { mergeTalk, standing } from './talk.ts'

const said = (id: string, deletes?: string) =>
  ({ id, message: id, ...(deletes && { deletes }) }) as TalkMessage
const ids = (talk: TalkMessage[]) => talk.map(({ id }) => id)

it('puts pages together in order, each line once, however they overlap', () => {
  const numbers = fc.uniqueArray(fc.nat({ max: 99 }))
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const page = (part: number[]) =>
        [...part].sort((a, b) => a - b).map((n) => said(String(n).padStart(3, '0')))
      const merged = ids(mergeTalk(page(one), page(other)))
      expect(merged).toEqual(
        [...new Set([...one, ...other])]
          .sort((a, b) => a - b)
          .map((n) => String(n).padStart(3, '0')),
      )
    }),
  )
})

it('shows neither what was deleted nor the word that deleted it', () => {
  expect(ids(standing([said('1'), said('2'), said('3', '1')]))).toEqual(['2'])
})
