import { Chart } from '../chart/Chart.tsx'
import { ChartCard } from '../chart/ChartCard.tsx'
import { SkeletonCharts } from '../chart/SkeletonCharts.tsx'
import { type Column, DataTable } from '../table/DataTable.tsx'
import { Shown } from './Shown.tsx'

const labels = ['11/14', '11/15', '11/16', '11/17', '11/18', '11/19', '11/20']
const yen = (value: number) => `¥${value.toLocaleString('ja-JP')}`
const series = [
  {
    name: '前の7日間',
    values: [4_000, 8_200, 0, 12_000, 9_000, 22_000, 6_000],
    tone: 'before' as const,
  },
  {
    name: 'この7日間',
    values: [6_000, -1_980, 14_000, 9_900, 18_000, 24_750, 11_880],
    tone: 'now' as const,
  },
]

interface Evening {
  title: string
  tickets: number
}
const columns: Column<Evening>[] = [
  { label: 'イベント', by: ({ title }) => title, cell: ({ title }) => title },
  {
    label: 'チケット',
    by: ({ tickets }) => tickets,
    number: true,
    cell: ({ tickets }) => `${tickets}枚`,
  },
]

export const Numbers = () => (
  <>
    <Shown name="グラフ">
      <Chart title="売上" kind="bars" of="日付" labels={labels} series={series} format={yen} />
      <ChartCard
        title="売上"
        kind="lines"
        of="日付"
        labels={labels}
        series={series}
        format={yen}
        note="手数料を引いたあとの金額です。"
      />
      <SkeletonCharts count={1} />
    </Shown>
    <Shown name="くらべる表">
      <DataTable
        label="くらべる表"
        columns={columns}
        rows={[
          { title: '星見の会', tickets: 98 },
          { title: '朗読会', tickets: 153 },
        ]}
        keyOf={({ title }) => title}
      />
    </Shown>
  </>
)
