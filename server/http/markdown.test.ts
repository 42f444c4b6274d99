import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const descending = (levels: number) =>
  Array.from({ length: levels }, (_, line) => `${'> '.repeat(levels - line)}x`).join('\n')

describe('renderMarkdown', () => {
  it.each([
    ['quotes', `${'> '.repeat(20_000)}x`],
    ['quotes without spaces', `${'>'.repeat(20_000)}x`],
    ['quotes of decreasing depth', descending(140)],
    ['lists', `${'- '.repeat(10_000)}x`],
    ['numbers', `${'1. '.repeat(6_000)}x`],
    ['quotes in lists', `${'> - '.repeat(5_000)}x`],
    ['emphasis', `${'*a '.repeat(3_000)}${' a*'.repeat(3_000)}`],
    ['emphasis of two kinds', `${'*a **b '.repeat(1_500)}${' a** b*'.repeat(1_500)}`],
    ['links', `${'['.repeat(5_000)}a${'](x)'.repeat(3_000)}`],
    ['elements', '<blockquote>'.repeat(1_600)],
  ])('renders %s of any depth', async (_, text) => {
    expect(await renderMarkdown(text)).toMatch(/x|a|<blockquote>/)
  })

  it('keeps the nesting that people write', async () => {
    const html = await renderMarkdown('> a\n> > b\n\n- c\n  - d *e **f***\n')
    expect(html.replaceAll('\n', '')).toBe(
      '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>' +
        '<ul><li>c<ul><li>d <em>e <strong>f</strong></em></li></ul></li></ul>',
    )
  })

  it('escapes what is too deep', async () => {
    const html = await renderMarkdown(`${'*a '.repeat(40)}<script>x</script>${' a*'.repeat(40)}`)
    expect(html).not.toContain('<script')
  })
})
