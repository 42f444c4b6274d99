import { useEffect, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SpinnerScreen } from '#pwa/ui/loading/SpinnerScreen.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { claimByInvite } from '../gate/claim.ts'
import { type GateRecord, gateName, listGates, removeGate } from '../gate/gate-store.ts'
import { GateStart } from './GateStart.tsx'

type At =
  | { at: 'opening' }
  /** An invitation was opened; pressing the button claims the gate. */
  | { at: 'invited'; invite: string }
  | { at: 'claiming' }
  /** `again`: the retry of a temporary error, or null; `others`: this phone has other gates. */
  | { at: 'failed'; why: string; again: (() => void) | null; others: boolean }
  | { at: 'list'; gates: GateRecord[] }
  | { at: 'gate'; id: string }

/** Takes the invitation from the URL's fragment, and removes it there so that it is not copied. */
function takeInvite(): string {
  const invite = location.hash.slice(1)
  if (invite) history.replaceState(history.state, '', location.pathname)
  return invite
}

/** The gate is another phone's, or the invitation is invalid: a retry would fail, too. */
const isFinal = (error: unknown) =>
  error instanceof RequestError && [404, 409, 410, 422].includes(error.status)

/** The error in a private window, or if the storage is full. */
const NO_STORAGE =
  'この端末に保存できません。プライベートブラウズをやめるか、空き容量を増やしてから、もう一度開いてください。'

/** 受付: claims a gate by invitation, or continues with a claimed one. */
export function GateHome() {
  const { at, open, claim, toList } = useGateHome()
  switch (at.at) {
    case 'opening':
    case 'claiming':
      return <SpinnerScreen />
    case 'invited':
      return (
        <StateScreen
          kind="empty"
          heading="h2"
          title="この端末で受付をしますか？"
          text="招待を使えるのは一台だけです。当日に使う端末で押してください。"
          actions={<Button onClick={() => void claim(at.invite)}>この端末で受付をする</Button>}
        />
      )
    case 'failed':
      return (
        <StateScreen
          kind="error"
          heading="h2"
          title="受付を始められませんでした"
          text={at.why}
          actions={
            <>
              {at.again && <Button onClick={at.again}>もう一度試す</Button>}
              {at.others && (
                <Button variant="quiet" onClick={() => void toList()}>
                  この端末の受付を見る
                </Button>
              )}
            </>
          }
        />
      )
    case 'list':
      return <Gates gates={at.gates} onOpen={open} />
    case 'gate':
      return (
        <GateStart
          key={at.id}
          id={at.id}
          onLeave={async () => {
            await removeGate(at.id)
            await toList()
          }}
        />
      )
  }
}

function useGateHome() {
  const [at, setAt] = useState<At>({ at: 'opening' })
  const toList = async () => {
    try {
      setAt(nextSequence(await listGates()))
    } catch (error) {
      console.warn(error)
      setAt({ at: 'failed', why: NO_STORAGE, again: () => void toList(), others: false })
    }
  }
  const claim = async (invite: string) => {
    setAt({ at: 'claiming' })
    try {
      setAt({ at: 'gate', id: await claimByInvite(invite) })
    } catch (error) {
      console.warn(error)
      setAt({
        at: 'failed',
        why: error instanceof Error ? error.message : RETRY_LATER,
        again: isFinal(error) ? null : () => void claim(invite),
        others: (await listGates().catch(() => [])).length > 0,
      })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an invitation is opened once
  useEffect(() => {
    const look = () => {
      const invite = takeInvite()
      if (invite) setAt({ at: 'invited', invite })
      else if (at.at === 'opening') void toList()
    }
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  return { at, open: (id: string) => setAt({ at: 'gate', id }), claim, toList }
}

/** A single gate is opened without a choice. */
const nextSequence = (gates: GateRecord[]): At => {
  const [only, another] = gates
  return only && !another ? { at: 'gate', id: only.id } : { at: 'list', gates }
}

function Gates({ gates, onOpen }: { gates: GateRecord[]; onOpen: (id: string) => void }) {
  if (gates.length === 0)
    return (
      <StateScreen
        kind="empty"
        title="この端末には、受付の準備がありません"
        text="オーナーから受け取った招待のリンクを開くか、QRコードを読み取ると、ここで受付を始められます。"
      />
    )
  return (
    <List carded>
      {gates.map((gate) => (
        <ListRow key={gate.id} onClick={() => onOpen(gate.id)}>
          <b>{gateName(gate)}</b>
          <span className="note muted">
            {gate.bundle?.title ?? 'チケットの一覧をまだ受け取っていません'}
          </span>
        </ListRow>
      ))}
    </List>
  )
}
