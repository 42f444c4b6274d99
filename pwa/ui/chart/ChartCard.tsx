import type { ComponentProps, ReactNode } from 'react'
import { Card } from '../layout/Card.tsx'
import { Chart } from './Chart.tsx'

interface ChartCardProps extends ComponentProps<typeof Chart> {
  /** What it shows, in small print below. */
  note?: ReactNode
}

/** A chart on a card of its own. */
export const ChartCard = ({ note, ...chart }: ChartCardProps) => (
  <Card padded>
    <Chart {...chart} />
    {note && <p className="note muted">{note}</p>}
  </Card>
)
