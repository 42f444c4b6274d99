import css from './Chart.module.css'
import type { ChartProps } from './Chart.tsx'

/** The numbers of a chart; also what is printed below it. */
export const ChartTable = ({ title, of, labels, series, format }: ChartProps) => (
  <details className={css.numbers}>
    <summary>
      表で見る<span className="sr">（{title}）</span>
    </summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it */}
    <section className={css.scroll} aria-label={title} tabIndex={0}>
      <table>
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{cellOf(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)

const cellOf = (value: number | null | undefined, format: ChartProps['format']) =>
  value === null || value === undefined ? '–' : format(value)
