import { useState } from 'react'
import type { GateLogLine } from '#contract/door/calls.ts'
import { count, time } from '#pwa/lib/format.ts'
import { useStore } from '#pwa/lib/store.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { didLabel } from '../did-label.ts'
import type { Door } from '../gate/door.ts'
import { isUndoable } from '../gate/door-state.ts'
import { UNWRITTEN } from '../verdict-labels.ts'
import css from './DoorLog.module.css'

interface DoorLogProps {
  open: boolean
  door: Door
  onClose: () => void
}

/** The number of newest entries shown. */
const SHOWN = 100

/** This phone's log of its gate, and which entries the server has. */
export const DoorLog = ({ open, door, onClose }: DoorLogProps) => (
  <Sheet open={open} title="この端末の受付の記録" onClose={onClose}>
    <Lines door={door} />
  </Sheet>
)

function Lines({ door }: { door: Door }) {
  const { gate, lines, unsent, online, unwritten } = useStore(door.state)
  const [busy, setBusy] = useState(false)
  const tickets = gate.bundle?.plan.tickets ?? []
  const companions = tickets.flatMap((ticket) => ticket.companions ?? [])
  const numbers = new Map([...tickets, ...companions].map(({ hash, number }) => [hash, number]))
  const sync = async () => {
    setBusy(true)
    await door.sync()
    setBusy(false)
  }
  return (
    <div className="stack">
      {unwritten > 0 && (
        <Alert key={unwritten} tone="danger" role="alert">
          {UNWRITTEN.text}
        </Alert>
      )}
      <Alert tone={online ? 'info' : 'offline'} role="status">
        {unsent > 0
          ? `${count(unsent)}件をまだ送っていません。つながると自動で送ります。`
          : 'すべての記録を送りました。'}
      </Alert>
      <Button variant="secondary" wide busy={busy} onClick={() => void sync()}>
        いま同期する
      </Button>
      {lines.length === 0 ? (
        <p className="muted">受け付けたチケットが、新しい順にここへならびます。</p>
      ) : (
        <List>
          {lines
            .toReversed()
            .slice(0, SHOWN)
            .map((line) => (
              <Row
                key={line.nonce}
                line={line}
                number={numbers.get(line.ticket_hash) ?? null}
                onUndo={
                  isNewest(lines, line) && isUndoable(lines, line.ticket_hash, Date.now())
                    ? () => void door.undo(line.ticket_hash)
                    : null
                }
              />
            ))}
        </List>
      )}
    </div>
  )
}

interface RowProps {
  line: GateLogLine
  number: string | null
  onUndo: (() => void) | null
}

const Row = ({ line, number, onUndo }: RowProps) => (
  <li className={css.row}>
    <time className={css.time} dateTime={line.scanned_at}>
      {time(line.scanned_at)}
    </time>
    <span className="grow">
      <b>{number ?? '不明なコード'}</b>
      <span className="note muted">{didLabel(line)}</span>
    </span>
    {onUndo && (
      <Button size="s" variant="quiet" onClick={onUndo}>
        取り消す
      </Button>
    )}
  </li>
)

/** Whether the line is the newest decision on its ticket, and an admission. */
const isNewest = (lines: readonly GateLogLine[], line: GateLogLine) =>
  (line.did === 'admit' || line.did === 'override') &&
  lines.findLast(({ ticket_hash, did }) => ticket_hash === line.ticket_hash && did !== 'refuse') ===
    line
