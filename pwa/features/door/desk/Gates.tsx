import { useState } from 'react'
import { door, type Gate } from '#contract/door/calls.ts'
import { defined } from '#contract/lib/defined.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { GateSheet } from './GateSheet.tsx'
import css from './Gates.module.css'
import { InviteSheet } from './InviteSheet.tsx'
import { NewGateSheet } from './NewGateSheet.tsx'
import { numbersOf } from './numbers-of.ts'

interface GatesProps {
  /** The room's and the ticket's id. */
  params: { roomid: string; id: string }
  /** Only the owner plans gates; staff work at them. */
  mayPlan: boolean
}

const REFRESH_MS = 15_000

/** The gates of a digital ticket: their devices and admissions. */
export function Gates({ params, mayPlan }: GatesProps) {
  const gates = useLoad(door.listGates, { params }, { refetchInterval: REFRESH_MS })
  const [open, setOpen] = useState<string | null>(null)
  const [making, setMaking] = useState(false)
  const [invite, setInvite] = useState<{ name: string; url: string } | null>(null)
  return (
    <div className="stack">
      <Loaded of={gates} skeleton={<SkeletonRows count={2} />}>
        {(data) =>
          data.length === 0 ? (
            <Alert>
              入口を作ると、係員の端末を招待できます。整理番号の範囲を分けると、並ぶ場所がチケットに表示されます。
            </Alert>
          ) : (
            <List carded>
              {data.map((gate) => (
                <GateRow key={gate.id} gate={gate} onOpen={() => setOpen(gate.id)} />
              ))}
            </List>
          )
        }
      </Loaded>
      {mayPlan && (
        <Button variant="secondary" wide icon="plus" onClick={() => setMaking(true)}>
          入口を追加する
        </Button>
      )}
      <NewGateSheet
        open={making}
        params={params}
        onClose={() => setMaking(false)}
        onMade={(name, url) => {
          setMaking(false)
          setInvite({ name, url })
        }}
      />
      <InviteSheet invite={invite} onClose={() => setInvite(null)} />
      {gates.data
        ?.filter(({ id }) => id === open)
        .map((gate) => (
          <GateSheet
            key={gate.id}
            gate={gate}
            waitsFor={defined(gates.data, 'the list of gates').filter(({ name }) =>
              gate.waits_for.includes(name),
            )}
            params={{ ...params, gid: gate.id }}
            mayPlan={mayPlan}
            onInvite={(url) => {
              setOpen(null)
              setInvite({ name: gate.name, url })
            }}
            onClose={() => setOpen(null)}
          />
        ))}
    </div>
  )
}

const GateRow = ({ gate, onOpen }: { gate: Gate; onOpen: () => void }) => (
  <ListRow onClick={onOpen}>
    <span className={css.row}>
      <b>{gate.name}</b>
      <Badge tone={gate.claimed ? 'positive' : 'warning'}>
        {gate.claimed ? '端末あり' : '端末なし'}
      </Badge>
    </span>
    <span className="note muted">
      {numbersOf(gate)}・入場 {count(gate.admitted)}
    </span>
  </ListRow>
)
