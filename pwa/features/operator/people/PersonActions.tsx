import { withSan } from '#contract/lib/with-san.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorPeople, type Person } from '#contract/operator/people/calls.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import css from '../actions/Head.module.css'
import { RECORDED, ReasonButton } from '../ReasonSheet.tsx'

const refresh = [
  operatorPeople.getPerson,
  operatorPeople.listPeople,
  operatorRooms.listOperatorRooms,
  operatorRooms.getOperatorRoom,
  operatorAudit.listAudit,
]

const IN_EMAIL = 'ご本人へのメールに、そのまま書かれます'

/** The actions on a person, each with its reason. */
export function PersonActions({ person }: { person: Person }) {
  const suspend = useSend(operatorPeople.suspendPerson, { refresh })
  const restore = useSend(operatorPeople.restorePerson, { refresh })
  const { can, status, name, display_name } = person
  const params = { name }
  return (
    <div className={css.acts}>
      {can.suspend && (
        <ReasonButton
          target={name}
          label="利用を停止する"
          button={{ variant: 'danger', icon: 'block' }}
          title={`${withSan(display_name)}の利用を停止しますか？`}
          text="すべての端末からすぐにログアウトし、ログインできなくなります。プロフィールは表示されず、書き込みの名前は「利用停止中のユーザー」になります。ルームと販売も止まり、参加費は請求されません。"
          hint={IN_EMAIL}
          confirm="利用を停止する"
          danger
          send={(reason) => suspend.mutateAsync({ params, body: { reason } })}
          done="利用を停止しました"
        />
      )}
      {can.restore && (
        <ReasonButton
          target={name}
          label="停止を解除する"
          title={`${withSan(display_name)}の停止を解除しますか？`}
          text="ログインできるようになり、プロフィールとルームは停止の前の状態に戻ります。"
          hint={IN_EMAIL}
          confirm="停止を解除する"
          send={(reason) => restore.mutateAsync({ params, body: { reason } })}
          done="停止を解除しました"
        />
      )}
      <OfficialBadge person={person} />
      {status === 'active' && (
        <Button variant="quiet" icon="external" to={paths.profile(name)}>
          プロフィールを見る
        </Button>
      )}
    </div>
  )
}

function OfficialBadge({ person }: { person: Person }) {
  const { name, display_name, status, official_flg } = person
  const set = useSend(operatorPeople.setOfficial, { refresh })
  const next = official_flg === 1 ? 0 : 1
  return (
    <ReasonButton
      target={name}
      label={next === 1 ? '公式バッジを付ける' : '公式バッジを外す'}
      button={{ variant: 'secondary', icon: 'star' }}
      title={next === 1 ? '公式バッジを付けますか？' : '公式バッジを外しますか？'}
      text={`${withSan(display_name)}の名前のとなりに表示される公式バッジを${next === 1 ? '付けます' : '外します'}。`}
      hint={
        status === 'active'
          ? 'ご本人へのメッセージに、そのまま書かれます'
          : `${RECORDED}。ご本人には送られません`
      }
      confirm={next === 1 ? '付ける' : '外す'}
      send={(reason) => set.mutateAsync({ params: { name }, body: { official_flg: next, reason } })}
      done={next === 1 ? '公式バッジを付けました' : '公式バッジを外しました'}
    />
  )
}
