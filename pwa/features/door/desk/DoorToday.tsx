import { type ReactNode, useState } from 'react'
import { type DoorReport, door } from '#contract/door/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, time } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import { didLabel } from '../did-label.ts'
import css from './DoorToday.module.css'
import { GateLines } from './GateLines.tsx'

const REFRESH_MS = 10_000

/** The state of today's admission, and the incidents at the gates. */
export function DoorToday({ params }: { params: { roomid: string; id: string } }) {
  const report = useLoad(door.getDoorReport, { params }, { refetchInterval: REFRESH_MS })
  const [open, setOpen] = useState(false)
  return (
    <Loaded of={report}>
      {(data) => (
        <div className="stack">
          <Card padded>
            <p className={css.count}>
              <b>{count(data.entered)}</b> / {count(data.issued)} 入場
            </p>
            <Facts
              facts={[
                { term: '係員の判断', value: `${count(data.overrides)}件` },
                { term: '再入場', value: `${count(data.reentries)}件` },
              ]}
            />
          </Card>
          <Suspects
            entries={data.doubles}
            text="二重入場がありました。1枚のチケットで、2人以上が入場しています。"
          />
          <Suspects entries={data.ended} text="取り消されたチケットで、入場した方がいます。" />
          {data.copied.length > 0 && (
            <Alert tone="danger">
              {data.copied.join('、')}
              の記録に、同じ番号の行があります。端末が複製されたおそれがあります。
            </Alert>
          )}
          <Button variant="secondary" wide onClick={() => setOpen(true)}>
            受付の記録を見る
          </Button>
          {open && (
            <Overlay label="受付の記録" title="受付の記録" onClose={() => setOpen(false)}>
              <GateLines params={params} />
            </Overlay>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Suspects({ entries, text }: { entries: DoorReport['doubles']; text: ReactNode }) {
  if (entries.length === 0) return null
  return (
    <>
      <Alert tone="danger">{text}</Alert>
      <List carded>
        {entries.map(({ number, entries: all }) => (
          <ListRow key={number}>
            <b>{number}</b>
            {all.map(({ gate, at, did }) => (
              <span key={`${gate} ${at}`} className="note muted">
                {time(at)} {gate} {didLabel({ did, reason: '' })}
              </span>
            ))}
          </ListRow>
        ))}
      </List>
    </>
  )
}
