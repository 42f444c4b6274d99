import { useEffect, useState } from 'react'
import { bareTime, count, dayAndTime } from '#pwa/lib/format.ts'
import { useStore } from '#pwa/lib/store.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import type { Door } from '../gate/door.ts'
import { gateProgress } from '../gate/door-state.ts'
import { gateName } from '../gate/gate-store.ts'
import { rangeLabel } from '../range-label.ts'
import { DoorScreen } from './DoorScreen.tsx'
import { isStale, listAge } from './list-age.ts'
import { cacheReader } from './reader.ts'
import { useDoor } from './useDoor.ts'

/** Loads and stores what the camera needs, and requests persistent storage so that the browser does not evict it. */
function usePrepared(): 'preparing' | 'ready' | 'failed' {
  const [state, setState] = useState<'preparing' | 'ready' | 'failed'>('preparing')
  useEffect(() => {
    void navigator.storage?.persist?.().catch(() => false)
    cacheReader().then(
      () => setState('ready'),
      (error: unknown) => {
        console.warn(error)
        setState('failed')
      },
    )
  }, [])
  return state
}

/** One gate of this phone: preparation, then the scanner screen. */
export function GateStart({ id, onLeave }: { id: string; onLeave: () => void }) {
  const at = useDoor(id)
  switch (at.at) {
    case 'opening':
      return <SpinnerScreen />
    case 'elsewhere':
      return (
        <Alert tone="warning">
          この入口は、このブラウザーの別のタブで受付中です。そのタブを閉じてから、もう一度開いてください。
        </Alert>
      )
    case 'gone':
      return <Alert tone="warning">この端末には、この入口の準備がありません。</Alert>
    case 'unable':
      return (
        <Alert tone="danger" role="alert">
          このブラウザーでは受付できません。プライベートブラウズをやめるか、最新のブラウザーで開いてください。
        </Alert>
      )
    case 'open':
      return <Ready door={at.door} onLeave={onLeave} />
  }
}

function Ready({ door, onLeave }: { door: Door; onLeave: () => void }) {
  const state = useStore(door.state)
  const [working, setWorking] = useState(false)
  const reader = usePrepared()
  const { gate, online, unsent } = state
  const { bundle } = gate
  if (!bundle) return <Unprepared door={door} onLeave={onLeave} />
  const own = bundle.plan.gates.find((one) => one.id === gate.id)
  const { entered, issued } = gateProgress(state)
  return (
    <div className="stack-l">
      {gate.closed && <Closed />}
      <Section title={gateName(gate)}>
        <Card padded>
          <Facts
            facts={[
              { term: '公演', value: bundle.title },
              { term: '会場', value: bundle.venue || '—' },
              {
                term: '受付',
                value: `${dayAndTime(bundle.plan.from)} 〜 ${bareTime(bundle.plan.until)}`,
              },
              { term: '整理番号', value: rangeLabel(own?.ranges ?? []) },
              { term: '入場', value: `${count(entered)} / ${count(issued)}` },
              { term: '一覧', value: listAge(gate.checkedAt, Date.now()) },
              { term: '未送信', value: `${count(unsent)}件` },
            ]}
          />
        </Card>
      </Section>
      {gate.closed ? null : isStale(gate.checkedAt, Date.now()) ? (
        <Alert tone="warning">
          一覧が古くなっています。取り消されたチケットを通すおそれがあります。つながる場所で開き直してください。
        </Alert>
      ) : (
        <Alert tone={reader === 'failed' ? 'warning' : online ? 'info' : 'offline'} role="status">
          {reader === 'ready'
            ? '電波のない場所でも受け付けられます。'
            : reader === 'failed'
              ? 'コードを読む準備ができていません。つながる場所で開き直すか、整理番号で受け付けてください。'
              : '電波のない場所で使う準備をしています。'}
        </Alert>
      )}
      <div className="stack">
        <Button wide icon="camera" disabled={gate.closed} onClick={() => setWorking(true)}>
          受付を始める
        </Button>
        <LeaveButton door={door} onLeave={onLeave} />
      </div>
      {working && <DoorScreen door={door} onClose={() => setWorking(false)} />}
    </div>
  )
}

/** The gate was closed or claimed by another phone, or the user's right to work there has ended. */
const Closed = () => (
  <Alert tone="danger" role="alert">
    この端末では、受付できなくなりました。続けるには、オーナーから新しい招待を受け取ってください。
  </Alert>
)

function LeaveButton({ door, onLeave }: Pick<LeaveProps, 'door' | 'onLeave'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide variant="plain" onClick={() => setOpen(true)}>
        この端末での受付をやめる
      </Button>
      {open && <Leave door={door} onLeave={onLeave} onClose={() => setOpen(false)} />}
    </>
  )
}

interface LeaveProps {
  door: Door
  onLeave: () => void
  onClose: () => void
}

/**
 * Leaves a gate without losing log entries: uploads the rest first, unless the server refuses them for good, and
 * gives the gate up for another phone. If that fails, staff may leave after the warning.
 */
function Leave({ door, onLeave, onClose }: LeaveProps) {
  const { unsent, gate, online } = useStore(door.state)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isWaiting = unsent > 0 && !gate.closed
  async function leave() {
    if (gate.closed) return onLeave()
    setBusy(true)
    setError(null)
    const isLeft = await door.leave()
    setBusy(false)
    const now = door.state.get()
    if (isLeft || (now.unsent === 0 && (now.gate.closed || !online))) onLeave()
    else if (!now.gate.closed) setError(now.unsent > 0 ? STILL_UNSENT : STILL_TAKEN)
  }
  return (
    <ConfirmDialog
      open
      title="この端末での受付をやめますか？"
      text={
        isWaiting
          ? `${unsentMessage(unsent)}${FREED}`
          : `${discardedMessage(unsent)}${gate.closed ? '' : online ? FREED : TAKEN}`
      }
      confirm={isWaiting ? '送ってからやめる' : 'やめる'}
      danger={!isWaiting}
      busy={busy}
      error={error}
      onConfirm={() => void leave()}
      onClose={onClose}
    />
  )
}

const STILL_UNSENT = 'まだ送れていません。つながる場所で、もう一度お試しください。'
const STILL_TAKEN = 'つながらないため、入口を空けられませんでした。'
const FREED = '入口は空き、オーナーが別の端末に渡せるようになります。'
const TAKEN =
  'つながっていないため、オーナーのページでは「端末あり」のまま残ります。オーナーがそのページで端末を外すと、別の端末に渡せます。'
const unsentMessage = (unsent: number) =>
  `まだ送っていない記録が${count(unsent)}件あります。記録を送ってから、この入口の一覧と記録を、この端末から消します。`
const discardedMessage = (unsent: number) =>
  unsent > 0
    ? `送れなかった記録${count(unsent)}件も含めて、この入口の一覧と記録を、この端末から消します。`
    : 'この入口の一覧と記録を、この端末から消します。'

/** A gate whose ticket list was never loaded. */
function Unprepared({ door, onLeave }: { door: Door; onLeave: () => void }) {
  const { gate, online } = useStore(door.state)
  return (
    <Section title={gateName(gate)}>
      <div className="stack">
        {gate.closed ? (
          <Closed />
        ) : (
          <>
            <Alert tone={online ? 'info' : 'offline'} role="status">
              チケットの一覧を受け取っています。つながる場所で、そのままお待ちください。
            </Alert>
            <Button variant="secondary" wide onClick={() => void door.sync()}>
              もう一度試す
            </Button>
          </>
        )}
        <LeaveButton door={door} onLeave={onLeave} />
      </div>
    </Section>
  )
}
