import { expect, it } from 'vitest'
import { firstKept, type KeptDraw, keptInText, NOTHING_KEPT } from './kept-draw.ts'

const kept: KeptDraw = {
  commitment: 'a'.repeat(64),
  listHash: 'b'.repeat(64),
  own: { id: 'q7-kP2mN8sTvW_yZ', contribution: 'Zk3vQ0a1b2c3d4e5f6g7h8' },
}

it('what stands in pasted emails is found, however they are broken', () => {
  const applied = `抽選の申し込みを受け付けました。
受付番号 ${kept.own?.id}
あなたの乱数：${kept.own?.contribution}
封をした乱数
${kept.commitment}
受付番号と乱数は、`
  expect(keptInText(applied)).toEqual({ ...kept, listHash: null })
  expect(keptInText(`${applied}\n> 名簿の指紋: ${kept.listHash}`)).toEqual(kept)
  expect(keptInText(`受付番号 ${kept.own?.id}`)).toEqual(NOTHING_KEPT)
  expect(keptInText('')).toEqual(NOTHING_KEPT)
})

it('what was kept first stays', () => {
  const later = { commitment: 'c', listHash: 'd', own: { id: 'e', contribution: 'f' } }
  expect(firstKept(kept, later)).toEqual(kept)
  expect(firstKept({ ...kept, listHash: null }, later)).toEqual({ ...kept, listHash: 'd' })
  expect(firstKept(NOTHING_KEPT, later)).toEqual(later)
})
