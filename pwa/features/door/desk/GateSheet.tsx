import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { door, type Gate } from '#contract/door/calls.ts'
import { keyOf, useCall, useSend } from '#pwa/lib/api/api.ts'
import { count, dateTime } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { errorOf } from '#pwa/lib/unknown.ts'
import { useNavigateIfHere } from '#pwa/lib/useNavigateIfHere.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Sheet } from '#pwa/ui/overlay/Sheet.tsx'
import { claimByLogin, mayAskAgain, worksHere } from '../gate/claim.ts'
import { FreeGate, type GateParams, RevokeGate } from './GateDialogs.tsx'
import { numbersOf } from './numbers-of.ts'

function phoneLabel({ claimed, lapsed }: Gate, isHere: boolean) {
  if (claimed) return isHere ? 'この端末' : '受付の準備ができています'
  return lapsed ? '使えなくなりました' : 'まだありません'
}

/** Why this gate does not yet admit numbers that were reassigned to it. */
function Waiting({ for: gates, text }: { for: readonly Gate[]; text: string }) {
  if (gates.length === 0) return null
  return (
    <Alert tone="warning">
      {gates.map(({ name }) => name).join('、')}
      {text}
    </Alert>
  )
}

interface GateSheetProps {
  gate: Gate
  /** Gates that still hold numbers which are now assigned to this one. */
  waitsFor: readonly Gate[]
  params: GateParams
  mayPlan: boolean
  onInvite: (url: string) => void
  onClose: () => void
}

/** The details of one gate. */
export function GateSheet({ gate, waitsFor, params, mayPlan, onInvite, onClose }: GateSheetProps) {
  const [asking, setAsking] = useState<'free' | 'revoke' | null>(null)
  const invite = useSend(door.inviteToGate, { refresh: [door.listGates] })
  const work = useWork(params)
  const closeDialog = () => setAsking(null)
  return (
    <Sheet open title={gate.name} onClose={onClose}>
      <div className="stack">
        <GateAlerts gate={gate} waitsFor={waitsFor} />
        <GateFacts gate={gate} isHere={work.isHere} />
        <FormProblem>{(work.error ?? invite.error)?.message}</FormProblem>
        {(!gate.claimed || work.mayAskAgain) && (
          <Button wide icon="camera" busy={work.busy} onClick={work.start}>
            この端末で受付する
          </Button>
        )}
        {!gate.claimed && mayPlan && (
          <Button
            wide
            variant="secondary"
            icon="qr"
            busy={invite.isPending}
            onClick={() =>
              invite.mutate(
                { params },
                { onSuccess: (invitation) => onInvite(invitation.invite_url) },
              )
            }
          >
            {gate.lapsed ? '新しい端末を招待する' : '係員の端末を招待する'}
          </Button>
        )}
        {gate.claimed && work.isHere && (
          <Button wide variant="secondary" to={paths.gate}>
            この端末の受付を開く
          </Button>
        )}
        {gate.claimed && mayPlan && (
          <Button wide variant="plain" onClick={() => setAsking('free')}>
            端末を外す
          </Button>
        )}
        {mayPlan && (
          <Button wide variant="plain" onClick={() => setAsking('revoke')}>
            入口を取り消す
          </Button>
        )}
      </div>
      <FreeGate open={asking === 'free'} gate={gate} params={params} onClose={closeDialog} />
      <RevokeGate
        open={asking === 'revoke'}
        gate={gate}
        params={params}
        onClose={closeDialog}
        onRevoked={onClose}
      />
    </Sheet>
  )
}

function GateAlerts({ gate, waitsFor }: Pick<GateSheetProps, 'gate' | 'waitsFor'>) {
  return (
    <>
      {gate.lapsed && (
        <Alert tone="warning">
          受付していた人が係ではなくなったため、この入口の端末は使えなくなりました。記録は残っています。その端末が電波のない場所で受付を続けていないことを確かめてから、新しい端末に渡してください。
        </Alert>
      )}
      <Waiting
        for={waitsFor.filter(({ lapsed }) => !lapsed)}
        text="の端末が新しい分担を受け取るまで、移した番号はそちらで受け付けます。その端末をつながる場所で開いてください。"
      />
      <Waiting
        for={waitsFor.filter(({ lapsed }) => lapsed)}
        text="の端末は使えなくなりました。その入口を新しい端末に渡すと、移した番号をこちらで受け付けます。"
      />
    </>
  )
}

const GateFacts = ({ gate, isHere }: { gate: Gate; isHere: boolean }) => (
  <Facts
    boxed
    facts={[
      { term: '受け付ける番号', value: numbersOf(gate) },
      { term: '入場', value: count(gate.admitted) },
      { term: '端末', value: phoneLabel(gate, isHere) },
      {
        term: '最後の同期',
        value: gate.last_sync_at ? dateTime(gate.last_sync_at) : 'まだありません',
      },
    ]}
  />
)

/** Takes the gate with the user's own login: this phone becomes its device. */
function useWork(params: GateParams) {
  const call = useCall()
  const client = useQueryClient()
  const navigateIfHere = useNavigateIfHere()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [again, setAgain] = useState(false)
  const [isHere, setHere] = useState(false)
  // Also after a failed request: a final refusal removes the pending claim.
  useEffect(() => {
    if (busy) return
    mayAskAgain(params.gid).then(setAgain, console.warn)
    worksHere(params.gid).then(setHere, console.warn)
  }, [params.gid, busy])
  const start = async () => {
    setBusy(true)
    setError(null)
    try {
      await claimByLogin(call, params)
      void client.invalidateQueries({ queryKey: keyOf(door.listGates) })
      void navigateIfHere(paths.gate)
    } catch (failed) {
      setError(errorOf(failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, mayAskAgain: again, isHere, start: () => void start() }
}
