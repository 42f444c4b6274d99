import { useEffect, useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { useWakeLock } from '#pwa/features/tickets/ticket/useWakeLock.ts'
import { count } from '#pwa/lib/format.ts'
import { useStore } from '#pwa/lib/store.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { Overlay } from '#pwa/ui/overlay/Overlay.tsx'
import type { Door } from '../gate/door.ts'
import {
  companionsIn,
  type DoorState,
  gateProgress,
  isUndoable,
  type ShownResult,
} from '../gate/door-state.ts'
import { type GateRecord, gateName } from '../gate/gate-store.ts'
import { holderOf, type ShownHolder } from '../gate/sync.ts'
import { UNWRITTEN, VERDICTS } from '../verdict-labels.ts'
import { Companions } from './Companions.tsx'
import { DoorLog } from './DoorLog.tsx'
import css from './DoorScreen.module.css'
import { isStale, listAge } from './list-age.ts'
import { NumberSheet } from './NumberSheet.tsx'
import { Scanner } from './Scanner.tsx'
import { makeSignals } from './signals.ts'
import { VerdictPanel } from './VerdictPanel.tsx'

const TIMEOUT_MS = 3_000

/** Loads the holder of the shown ticket from the server; it is not stored on the phone. */
function useHolder(gate: GateRecord, shown: ShownResult | null, online: boolean) {
  const [found, setFound] = useState<{ turn: number; holder: ShownHolder | null } | null>(null)
  const hash = shown?.scanResult.ticket?.hash
  const turn = shown?.turn ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!hash || !online) return
    const leave = new AbortController()
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(TIMEOUT_MS)])
    void holderOf(gate, hash, signal).then((holder) => {
      if (!leave.signal.aborted) setFound({ turn, holder })
    })
    return () => leave.abort()
  }, [turn, hash])
  return found?.turn === turn ? found.holder : null
}

/** The scanner screen of a gate: the camera, the scan result and the choices of staff. */
export function DoorScreen({ door, onClose }: { door: Door; onClose: () => void }) {
  const state = useStore(door.state)
  const [sheet, setSheet] = useState<'number' | 'log' | null>(null)
  const { gate, shown, unwritten } = state
  useSounds(shown, unwritten)
  useWakeLock(true)
  useEffect(() => door.rest(), [door])
  return (
    <Overlay label={`${gateName(gate)}の受付`} bare onClose={onClose}>
      <div className={css.door}>
        <Head state={state} onClose={onClose} />
        <SyncBar state={state} onOpen={() => setSheet('log')} />
        {gate.closed ? (
          <div className={css.shut} />
        ) : (
          <Scanner onLook={door.scan} onType={() => setSheet('number')} />
        )}
        <Answer door={door} state={state} />
        <NumberSheet
          open={sheet === 'number'}
          onClose={() => setSheet(null)}
          prefixesToAsk={door.prefixesToAsk}
          onNumber={async (number) => {
            await door.type(number)
            setSheet(null)
          }}
        />
        <DoorLog open={sheet === 'log'} door={door} onClose={() => setSheet(null)} />
      </div>
    </Overlay>
  )
}

/** The gate's name and place, and how many have entered. */
function Head({ state, onClose }: { state: DoorState; onClose: () => void }) {
  const { title, venue } = bundleOf(state)
  const { entered, issued } = gateProgress(state)
  return (
    <header className={css.head}>
      <IconButton icon="close" label="受付を終える" onClick={onClose} />
      <div className="grow">
        <p className="strong">{gateName(state.gate)}</p>
        <p className={cx('note', 'muted', css.where)}>
          {[title, venue].filter(Boolean).join('・')}
        </p>
      </div>
      <p className={css.count}>
        <b>{count(entered)}</b>
        <span>/ {count(issued)} 入場</span>
      </p>
    </header>
  )
}

/** The scan result and the choices of staff, or what to do. */
function Answer({ door, state }: { door: Door; state: DoorState }) {
  const { gate, shown, lines, online, unwritten } = state
  const holder = useHolder(gate, shown, online)
  const hash = shown?.scanResult.ticket?.hash
  const isIn = shown?.did === 'admit' || shown?.did === 'override'
  if (gate.closed)
    return (
      <section className={css.waiting} role="alert">
        <h1>受付を終えてください</h1>
        <p className="muted">オーナーが、この端末での受付を取り消しました。</p>
      </section>
    )
  if (unwritten > 0)
    return (
      <section key={unwritten} className={css.waiting} role="alert">
        <h1>{UNWRITTEN.title}</h1>
        <p>{UNWRITTEN.text}</p>
      </section>
    )
  if (!shown)
    return (
      <section className={css.waiting}>
        <h1>チケットのコードをかざしてください</h1>
        <p className="muted">コードを読み取れないときは、整理番号を入力して受け付けられます。</p>
      </section>
    )
  const companions = companionsIn(state, shown)
  return (
    <VerdictPanel
      shown={shown}
      plan={bundleOf(state).plan}
      holder={holder}
      mayUndo={hash !== undefined && isIn && isUndoable(lines, hash, Date.now())}
      onDecide={(did) => void door.decide(did)}
      onUndo={() => hash && void door.undo(hash)}
    >
      {companions.length > 0 && (
        <Companions
          companions={companions}
          isNamed={bundleOf(state).plan.named ?? false}
          mayUndo={(one) => isUndoable(lines, one, Date.now())}
          onAdmit={(one) => void door.admitCompanion(one)}
          onUndo={(one) => void door.undo(one)}
        />
      )}
    </VerdictPanel>
  )
}

const bundleOf = ({ gate }: DoorState) => defined(gate.bundle, 'the bundle')

interface SyncBarProps {
  state: DoorState
  onOpen: () => void
}

/** Whether the gate is online, the number of unsent entries, and the age of the ticket list. */
function SyncBar({ state: { gate, online, unsent }, onOpen }: SyncBarProps) {
  const age = listAge(gate.checkedAt, Date.now())
  const stale = isStale(gate.checkedAt, Date.now())
  const label = gate.closed
    ? 'この端末での受付は取り消されました'
    : online
      ? 'オンライン'
      : 'オフラインで受付中'
  return (
    <>
      <p className="sr" role="status">
        {label}
      </p>
      <button
        type="button"
        className={cx(css.sync, (!online || stale || gate.closed) && css.alone)}
        onClick={onOpen}
      >
        <Icon name={gate.closed || stale ? 'alert' : online ? 'check' : 'offline'} size="s" />
        <span className="grow">
          {label}
          <span className={css.age}>
            一覧 {age}
            {stale && !gate.closed && '・古くなっています'}
          </span>
        </span>
        {unsent > 0 && <b className={css.figures}>未送信 {count(unsent)}件</b>}
        <Icon name="right" size="xs" />
      </button>
    </>
  )
}

/** A sound and a vibration for each scan result, and for an action that could not be logged. */
function useSounds(shown: ShownResult | null, unwritten: number) {
  const [signals, setSignals] = useState<ReturnType<typeof makeSignals> | null>(null)
  useEffect(() => {
    const newSignals = makeSignals()
    setSignals(newSignals)
    return newSignals.close
  }, [])
  const turn = shown?.turn
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (unwritten > 0) signals?.give('bad')
    else if (shown) signals?.give(VERDICTS[shown.scanResult.verdict].tone)
  }, [turn, unwritten])
}
