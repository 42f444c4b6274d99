import { operatorTakedowns, type Takedown } from '#contract/operator/takedowns/calls.ts'
import { TAKEDOWN_ANSWER_DAYS } from '#contract/takedowns/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { kindLabels } from '../moderation/labels.ts'
import css from '../moderation/Moderation.module.css'
import { ReasonButton } from '../ReasonSheet.tsx'

const refresh = [operatorTakedowns.getTakedown, operatorTakedowns.listTakedowns]

/** The actions on a takedown request, each with a preview of its text. */
export function TakedownActions({ takedown }: { takedown: Takedown }) {
  const { state } = takedown
  return (
    <div className={css.links}>
      {state === 'open' && takedown.author && <Inquire id={takedown.id} />}
      {(state === 'open' || state === 'inquired') && <Decide takedown={takedown} />}
      {(state === 'accepted' || state === 'declined') && <Reverse id={takedown.id} />}
    </div>
  )
}

function Inquire({ id }: { id: string }) {
  const inquire = useSend(operatorTakedowns.inquireTakedown, { refresh })
  return (
    <ConfirmButton
      label="投稿者に照会する"
      title="投稿者に照会しますか？"
      text={`侵害されている権利と申告の内容を、投稿者にお知らせします。申告した方のお名前とメールアドレスは伝わりません。投稿者は${TAKEDOWN_ANSWER_DAYS}日以内に回答できます。`}
      confirm="照会する"
      onConfirm={() => inquire.mutateAsync({ params: { id } })}
    />
  )
}

function Decide({ takedown: { id, kind, now, inquired_at } }: { takedown: Takedown }) {
  const decide = useSend(operatorTakedowns.decideTakedown, { refresh })
  const params = { id }
  const hides = now.hidable && now.state === 'there'
  return (
    <>
      <ReasonButton
        target={id}
        label={hides ? '認めて非表示にする' : '認める'}
        button={{ variant: 'danger' }}
        title="削除依頼を認めますか？"
        text={
          hides
            ? `この${kindLabels[kind]}を、誰からも見えなくします。申告した方と投稿者にお知らせします。あとから取り消せます。`
            : '申告した方と投稿者にお知らせします。ルームやアカウントの停止は、それぞれの管理ページで行ってください。'
        }
        confirm={hides ? '非表示にする' : '認める'}
        danger
        send={(reason) => decide.mutateAsync({ params, body: { outcome: 'accepted', reason } })}
      />
      <ReasonButton
        target={id}
        label="断る"
        button={{ variant: 'secondary' }}
        title="削除依頼を断りますか？"
        text={
          inquired_at
            ? '申告した方と投稿者にお知らせします。'
            : '申告した方にお知らせします。投稿者には伝わりません。'
        }
        confirm="断る"
        send={(reason) => decide.mutateAsync({ params, body: { outcome: 'declined', reason } })}
      />
    </>
  )
}

function Reverse({ id }: { id: string }) {
  const reverse = useSend(operatorTakedowns.reverseTakedown, { refresh })
  return (
    <ReasonButton
      target={id}
      label="判断を取り消す"
      button={{ variant: 'secondary' }}
      title="判断を取り消しますか？"
      text="非表示にしたものは元に戻り、削除依頼は未対応に戻ります。申告した方と投稿者にお知らせします。"
      confirm="判断を取り消す"
      send={(reason) => reverse.mutateAsync({ params: { id }, body: { reason } })}
    />
  )
}
