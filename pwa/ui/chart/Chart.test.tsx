// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Chart, type ChartProps } from './Chart.tsx'

afterEach(cleanup)

const props: ChartProps = {
  title: '売上',
  kind: 'bars',
  of: '日付',
  labels: ['1/1', '1/2', '1/3'],
  series: [
    { name: '前', values: [100, 200, 300], tone: 'before' },
    { name: '今', values: [0, -50, null], tone: 'now' },
  ],
  format: (value) => `${value}円`,
}

describe('chart', () => {
  it('is a picture whose name has the last value of each series', () => {
    render(<Chart {...props} />)
    expect(screen.getByRole('img', { name: '売上。前 300円、今 -50円' })).toBeTruthy()
  })

  it('says of a series without values that it has none yet', () => {
    const coming = { name: '次', values: [null, null, null], tone: 'now' as const }
    render(<Chart {...props} series={[props.series[0]!, coming]} />)
    expect(screen.getByRole('img', { name: '売上。前 300円、次はまだありません' })).toBeTruthy()
  })

  it.each([[[0, 0, 0]], [[null, null, null]]])(
    'is a line of text without numbers: %j',
    (values) => {
      render(<Chart {...props} series={[{ name: '今', values, tone: 'now' }]} />)
      expect(screen.getByText('まだありません')).toBeTruthy()
      expect(screen.queryByRole('img')).toBeNull()
    },
  )

  it('has a table with every value', () => {
    const { container } = render(<Chart {...props} />)
    container.querySelector('details')!.open = true
    const table = screen.getByRole('table', { name: '売上' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['日付', '前', '今'],
      ['1/1', '100円', '0円'],
      ['1/2', '200円', '-50円'],
      ['1/3', '300円', '–'],
    ])
  })

  it('draws a bar for each value that is not zero, negative ones below the line', () => {
    const { container } = render(<Chart {...props} />)
    const bars = [...container.querySelectorAll('rect')]
    expect(bars).toHaveLength(4)
    const [lowest] = bars.slice(-1)
    const zero = Math.max(...bars.slice(0, 3).map((bar) => end(bar)))
    expect(Number(lowest!.getAttribute('y'))).toBeCloseTo(zero)
  })

  it('breaks a line where a value is missing, and shows a value alone as a point', () => {
    const { container } = render(
      <Chart
        {...props}
        kind="lines"
        labels={['a', 'b', 'c', 'd', 'e']}
        series={[{ name: '今', values: [1, 2, null, 3, null], tone: 'now' }]}
      />,
    )
    const path = [...container.querySelectorAll('path')].at(-1)!.getAttribute('d')!
    expect(path.match(/[MLh]/g)).toEqual(['M', 'L', 'M', 'h'])
  })
})

const end = (bar: Element) => Number(bar.getAttribute('y')) + Number(bar.getAttribute('height'))
