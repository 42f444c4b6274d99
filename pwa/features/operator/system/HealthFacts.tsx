import { type Health, operatorSystem } from '#contract/operator/system/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { systemConcernsOf } from './health-labels.ts'
import { jobLabels } from './work-labels.ts'

const LOOK_MS = 30_000
const GIGA = 1024 ** 3
const MEGA = 1024 ** 2
const gigabytes = (bytes: number) => `${(bytes / GIGA).toFixed(1)} GB`
const megabytes = (bytes: number) => `${count(Math.round(bytes / MEGA))} MB`

/** The system's health, polled while the page is visible. */
export function HealthFacts() {
  const health = useLoad(operatorSystem.getHealth, {}, { refetchInterval: LOOK_MS })
  return (
    <Loaded of={health}>
      {(data) => (
        <div className="stack">
          <Concerns health={data} />
          <Facts boxed label="サーバー" facts={factsOf(data)} />
          <Facts
            boxed
            label="定期的な処理"
            facts={data.jobs.map(({ name, last_run_at, late }) => ({
              term: jobLabels[name] ?? name,
              value: `${last_run_at ? dateTime(last_run_at) : 'まだ実行されていません'}${late ? '（遅れています）' : ''}`,
            }))}
          />
        </div>
      )}
    </Loaded>
  )
}

function Concerns({ health }: { health: Health }) {
  const concerns = systemConcernsOf(health)
  if (concerns.length === 0) return <Alert>すべて正常に動いています。</Alert>
  return (
    <Alert tone="warning">
      <ul>
        {concerns.map((concern) => (
          <li key={concern}>{concern}</li>
        ))}
      </ul>
    </Alert>
  )
}

const factsOf = ({ started_at, database, disk, memory, waiting, notices, ...rest }: Health) => [
  { term: '起動した日時', value: dateTime(started_at) },
  { term: '配信中のイベント', value: `${count(rest.on_air)}件` },
  { term: '待っている処理', value: `${count(waiting.count)}件` },
  {
    term: '決済会社からの知らせ',
    value: notices.last_at ? `最後は ${dateTime(notices.last_at)}` : 'まだありません',
  },
  {
    term: 'データベース',
    value: `${database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}${database.size === null ? '' : `・${megabytes(database.size)}`}・${database.migration}`,
  },
  {
    term: 'ディスクの空き',
    value: disk ? `${gigabytes(disk.free)} / ${gigabytes(disk.total)}` : '確認できません',
  },
  { term: 'メモリー', value: megabytes(memory) },
  ...(rest.encoder?.state === 'found'
    ? [{ term: '配信の画質を変えるソフト', value: `ffmpeg ${rest.encoder.version}` }]
    : []),
]
