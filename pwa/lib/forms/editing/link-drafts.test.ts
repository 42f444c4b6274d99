import { describe, expect, it } from 'vitest'
import { faultIn, linksIn, linksText, withoutBlanks } from './link-drafts.ts'

const blank = { title: '', url: ' ' }
const site = { title: 'サイト', url: 'https://example.com' }

describe('links of a form', () => {
  it('are sent without empty rows', () => {
    expect(linksIn(withoutBlanks(linksText([blank, site, blank])))).toEqual([site])
    expect(withoutBlanks('')).toBe('[]')
  })

  it('show an error at its row', () => {
    const rows = [site, blank, { title: '店', url: 'ftp' }]
    const url = faultIn(rows, '2つ目のリンクのURLは https:// から入力してください')
    expect(url).toEqual({ row: 2, field: 'url' })
    const title = faultIn(rows, '1つ目のリンクの名前を入力してください')
    expect(title).toEqual({ row: 0, field: 'title' })
    expect(faultIn(rows, 'リンクは10件まで登録できます')).toBeNull()
    expect(faultIn(rows, undefined)).toBeNull()
  })
})
