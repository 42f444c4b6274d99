import { describe, expect, it } from 'vitest'
import { statementOf, statementText } from './statement.ts'

describe('statement of a card', () => {
  it('names the site and the seller’s handle in each script', () => {
    expect(statementOf('aoi_01')).toEqual({
      latin: 'ROOM AOI-01',
      kana: 'ルーム AOI-01',
      kanji: 'ルーム　ＡＯＩ－０１',
      prefix: { latin: 'ROOM', kana: 'ルーム', kanji: 'ルーム' },
    })
    expect(statementText('aoi')).toBe(
      '「ルーム　ＡＯＩ」または「ROOM AOI」（カード会社によって異なります）',
    )
  })

  it.each(['abc', 'a'.repeat(20)])('fits the limits of the provider: %s', (handle) => {
    const { latin, kana, kanji } = statementOf(handle)
    expect(latin).toMatch(/^[A-Z0-9 -]{5,22}$/)
    expect(kana.length).toBeLessThanOrEqual(22)
    expect(kanji.length).toBeLessThanOrEqual(17)
  })
})
