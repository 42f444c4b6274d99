import { useState } from 'react'
import { count, dayAndTime, time } from '#pwa/lib/format.ts'
import { useStore } from '#pwa/lib/store.ts'
import { Button } from '#pwa/ui/Button.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { SpinnerScreen } from '#pwa/ui/SpinnerScreen.tsx'
import type { Door } from '../gate/door.ts'
import { progress } from '../gate/door.ts'
import { rangeWords } from '../range-words.ts'
import { DoorScreen } from './DoorScreen.tsx'
import { isStale, listAge } from './list-age.ts'
import { useDoor } from './useDoor.ts'
import { usePrepared } from './usePrepared.ts'

interface GateStartProps {
  id: string
  onLeave: () => void
}

/** One gate of this phone, before and while it is worked at. */
export function GateStart({ id, onLeave }: GateStartProps) {
  const at = useDoor(id)
  switch (at.at) {
    case 'opening':
      return <SpinnerScreen />
    case 'elsewhere':
      return (
        <Notice tone="warning">
          この入口は、このブラウザの別のタブで受付中です。そのタブを閉じてから、もう一度開いてください。
        </Notice>
      )
    case 'gone':
      return <Notice tone="warning">この端末には、この入口の準備がありません。</Notice>
    case 'unable':
      return (
        <Notice tone="danger" role="alert">
          このブラウザでは受付できません。プライベートブラウズをやめるか、最新のブラウザで開いてください。
        </Notice>
      )
    case 'open':
      return <Ready door={at.door} onLeave={onLeave} />
  }
}

function Ready({ door, onLeave }: { door: Door; onLeave: () => void }) {
  const state = useStore(door.state)
  const [working, setWorking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const reader = usePrepared()
  const { gate, online, unsent } = state
  const { bundle } = gate
  if (!bundle) return <Unprepared door={door} closed={gate.closed} online={online} />
  const own = bundle.plan.gates.find((one) => one.id === gate.id)
  const { entered, issued } = progress(state)
  return (
    <div className="stack-l">
      {gate.closed && <Closed />}
      <Section title={own?.name ?? '入口'}>
        <Card padded>
          <Facts
            facts={[
              { term: '公演', value: bundle.title },
              { term: '会場', value: bundle.venue || '—' },
              {
                term: '受付',
                value: `${dayAndTime(bundle.plan.from)} 〜 ${time(bundle.plan.until)}`,
              },
              { term: '整理番号', value: rangeWords(own?.spans ?? []) },
              { term: '入場', value: `${count(entered)} / ${count(issued)}` },
              { term: '一覧', value: listAge(gate.checkedAt, Date.now()) },
              { term: '未送信', value: `${count(unsent)}件` },
            ]}
          />
        </Card>
      </Section>
      {gate.closed ? null : isStale(gate.checkedAt, Date.now()) ? (
        <Notice tone="warning">
          一覧が古くなっています。取り消されたチケットを通すおそれがあります。つながる場所で開き直してください。
        </Notice>
      ) : (
        <Notice tone={reader === 'failed' ? 'warning' : online ? 'info' : 'offline'} role="status">
          {reader === 'ready'
            ? '電波のない場所でも受け付けられます。'
            : reader === 'failed'
              ? 'コードを読む準備ができていません。つながる場所で開き直すか、整理番号で受け付けてください。'
              : '電波のない場所で使う準備をしています。'}
        </Notice>
      )}
      <div className="stack">
        <Button wide icon="camera" disabled={gate.closed} onClick={() => setWorking(true)}>
          受付を始める
        </Button>
        <Button wide variant="plain" onClick={() => setLeaving(true)}>
          この端末での受付をやめる
        </Button>
      </div>
      {working && <DoorScreen door={door} onClose={() => setWorking(false)} />}
      {leaving && <Leave door={door} onLeave={onLeave} onClose={() => setLeaving(false)} />}
    </div>
  )
}

/** Its gate is no more, or another phone's, or whoever took it may not work there any more. */
const Closed = () => (
  <Notice tone="danger" role="alert">
    この端末では、受付できなくなりました。続けるには、主催者から新しい招待を受け取ってください。
  </Notice>
)

interface LeaveProps {
  door: Door
  onLeave: () => void
  onClose: () => void
}

/** Nothing is lost by leaving: what the server does not have is sent first, unless it will never take it. */
function Leave({ door, onLeave, onClose }: LeaveProps) {
  const { unsent, gate } = useStore(door.state)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isWaiting = unsent > 0 && !gate.closed
  async function send() {
    setBusy(true)
    setError(null)
    await door.sync()
    setBusy(false)
    const now = door.state.get()
    if (now.unsent === 0) onLeave()
    else if (!now.gate.closed) setError(STILL_UNSENT)
  }
  return (
    <ConfirmDialog
      open
      title="この端末での受付をやめますか？"
      text={isWaiting ? unsentWords(unsent) : `${goneWords(unsent)}${REMADE}`}
      confirm={isWaiting ? '送ってからやめる' : 'やめる'}
      danger={!isWaiting}
      busy={busy}
      error={error}
      onConfirm={() => (isWaiting ? void send() : onLeave())}
      onClose={onClose}
    />
  )
}

const STILL_UNSENT = 'まだ送れていません。つながる場所で、もう一度お試しください。'
const REMADE = '続けるには、主催者が入口を作り直す必要があります。'
const unsentWords = (unsent: number) =>
  `まだ送っていない記録が${count(unsent)}件あります。記録を送ってから、この入口の一覧と記録を、この端末から消します。${REMADE}`
const goneWords = (unsent: number) =>
  unsent > 0
    ? `送れなかった記録${count(unsent)}件も含めて、この入口の一覧と記録を、この端末から消します。`
    : 'この入口の一覧と記録を、この端末から消します。'

interface UnpreparedProps {
  door: Door
  closed: boolean
  online: boolean
}

function Unprepared({ door, closed, online }: UnpreparedProps) {
  if (closed) return <Closed />
  return (
    <div className="stack">
      <Notice tone={online ? 'info' : 'offline'} role="status">
        チケットの一覧を受け取っています。つながる場所で、そのままお待ちください。
      </Notice>
      <Button variant="secondary" wide onClick={() => void door.sync()}>
        もう一度試す
      </Button>
    </div>
  )
}
