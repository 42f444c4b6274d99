import { useState } from 'react'
import { operatorTakedowns, type Takedown } from '#contract/operator/takedowns/calls.ts'
import { TAKEDOWN_ANSWER_DAYS } from '#contract/takedowns/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { ReasonSheet } from '../ReasonSheet.tsx'

const refresh = [operatorTakedowns.getTakedown, operatorTakedowns.listTakedowns]
type Act = 'inquire' | 'accept' | 'decline' | 'reverse'

/** The actions on a takedown request, each with a preview of its text. */
export function TakedownActions({ takedown }: { takedown: Takedown }) {
  const [act, setAct] = useState<Act | null>(null)
  const { state } = takedown
  const hides = takedown.now.hidable && takedown.now.state === 'there'
  return (
    <div className={css.links}>
      {state === 'open' && takedown.author && (
        <Button onClick={() => setAct('inquire')}>投稿者に照会する</Button>
      )}
      {(state === 'open' || state === 'inquired') && (
        <>
          <Button variant="danger" onClick={() => setAct('accept')}>
            {hides ? '認めて非表示にする' : '認める'}
          </Button>
          <Button variant="secondary" onClick={() => setAct('decline')}>
            断る
          </Button>
        </>
      )}
      {(state === 'accepted' || state === 'declined') && (
        <Button variant="secondary" onClick={() => setAct('reverse')}>
          判断を取り消す
        </Button>
      )}
      {act && <ActionDialog act={act} of={takedown} hides={hides} onClose={() => setAct(null)} />}
    </div>
  )
}

interface AskedProps {
  act: Act
  of: Takedown
  hides: boolean
  onClose: () => void
}

function ActionDialog({ act, of: { id, kind, inquired_at }, hides, onClose }: AskedProps) {
  const inquire = useSend(operatorTakedowns.inquireTakedown, { refresh })
  const decide = useSend(operatorTakedowns.decideTakedown, { refresh })
  const reverse = useSend(operatorTakedowns.reverseTakedown, { refresh })
  const params = { id }
  switch (act) {
    case 'inquire':
      return (
        <ConfirmDialog
          open
          title="投稿者に照会しますか？"
          text={`侵害されている権利と申告の内容を、投稿者にお知らせします。申告した方のお名前とメールアドレスは伝わりません。投稿者は${TAKEDOWN_ANSWER_DAYS}日以内に回答できます。`}
          confirm="照会する"
          onConfirm={() => inquire.mutateAsync({ params })}
          onClose={onClose}
        />
      )
    case 'accept':
      return (
        <ReasonSheet
          title="削除依頼を認めますか？"
          text={
            hides
              ? `この${kindLabels[kind]}を、だれからも見えなくします。申告した方と投稿者にお知らせします。あとから取り消せます。`
              : '申告した方と投稿者にお知らせします。ルームやアカウントの停止は、それぞれの管理ページで行ってください。'
          }
          confirm={hides ? '非表示にする' : '認める'}
          danger
          send={(reason) => decide.mutateAsync({ params, body: { outcome: 'accepted', reason } })}
          onClose={onClose}
        />
      )
    case 'decline':
      return (
        <ReasonSheet
          title="削除依頼を断りますか？"
          text={
            inquired_at
              ? '申告した方と投稿者にお知らせします。'
              : '申告した方にお知らせします。投稿者には伝わりません。'
          }
          confirm="断る"
          send={(reason) => decide.mutateAsync({ params, body: { outcome: 'declined', reason } })}
          onClose={onClose}
        />
      )
    case 'reverse':
      return (
        <ReasonSheet
          title="判断を取り消しますか？"
          text="非表示にしたものは元に戻り、削除依頼は未対応に戻ります。申告した方と投稿者にお知らせします。"
          confirm="判断を取り消す"
          send={(reason) => reverse.mutateAsync({ params, body: { reason } })}
          onClose={onClose}
        />
      )
  }
}
