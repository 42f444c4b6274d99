// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { Catalogue } from './Catalogue.tsx'
import { Celebration } from './Celebration.tsx'
import { Dialog } from './overlay/Dialog.tsx'
import { Sheet } from './overlay/Sheet.tsx'

const here = import.meta.dirname
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
const sources = files
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(join(here, file), 'utf8') }))

describe('server-side rendering', () => {
  const html = () =>
    renderToString(
      <StaticRouter location="/_catalogue">
        <Catalogue />
      </StaticRouter>,
    )

  it('renders every component', () => {
    expect(html()).toContain('チケットを購入する')
  })

  it('renders the same each time', () => {
    expect(html()).toBe(html())
  })

  it('renders open dialogs and sheets, which the browser opens', () => {
    const open = renderToString(
      <>
        <Dialog open title="題" onClose={String} />
        <Sheet open title="題" onClose={String}>
          中身
        </Sheet>
      </>,
    )
    expect(open.match(/<dialog/g)).toHaveLength(2)
  })

  it('renders as many particles as requested, with their duration', () => {
    const celebration = renderToString(
      <Celebration particles={15} durationMs={6000}>
        窓
      </Celebration>,
    )
    expect(celebration.match(/<i /g)).toHaveLength(15)
    expect(celebration).toContain('--life:6000ms')
  })
})

describe('component catalogue', () => {
  const used = sources.map(({ text }) => text).join('\n')
  const components = sources
    .filter(({ file }) => file !== 'Catalogue.tsx')
    .flatMap(({ text }) => [...text.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)])
    .map((match) => match[1])

  it.each(components)('shows %s', (name) => {
    expect(used).toMatch(new RegExp(`<${name}[\\s>]`))
  })
})
