import { useState } from 'react'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorPeople, type Person } from '#contract/operator/people/calls.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from '../actions/Head.module.css'
import { RECORDED, ReasonSheet } from '../ReasonSheet.tsx'

type Act = 'suspend' | 'restore' | 'official'

const refresh = [
  operatorPeople.getPerson,
  operatorPeople.listPeople,
  operatorRooms.listOperatorRooms,
  operatorRooms.getOperatorRoom,
  operatorAudit.listAudit,
]

/** The actions on a person, each with its reason. */
export function PersonActions({ person }: { person: Person }) {
  const [act, setAct] = useState<Act | null>(null)
  const { can, status, official_flg, name } = person
  return (
    <div className={css.acts}>
      {can.suspend && (
        <Button variant="danger" icon="block" onClick={() => setAct('suspend')}>
          利用を停止する
        </Button>
      )}
      {can.restore && <Button onClick={() => setAct('restore')}>停止を解除する</Button>}
      <Button variant="secondary" icon="star" onClick={() => setAct('official')}>
        {official_flg === 1 ? '公式バッジを外す' : '公式バッジをつける'}
      </Button>
      {status === 'active' && (
        <Button variant="quiet" icon="external" to={paths.profile(name)}>
          プロフィールを見る
        </Button>
      )}
      {act && <ActSheet person={person} act={act} onClose={() => setAct(null)} />}
    </div>
  )
}

interface ActSheetProps {
  person: Person
  act: Act
  onClose: () => void
}

function ActSheet({ person, act, onClose }: ActSheetProps) {
  const suspend = useSend(operatorPeople.suspendPerson, { refresh })
  const restore = useSend(operatorPeople.restorePerson, { refresh })
  const official = useSend(operatorPeople.setOfficial, { refresh })
  const { name, display_name } = person
  const params = { name }
  const next = person.official_flg === 1 ? 0 : 1
  const ways = {
    suspend: {
      title: `${display_name}さんの利用を停止しますか？`,
      text: 'すべての端末からすぐにログアウトし、ログインできなくなります。プロフィールは表示されず、書きこみの名前は「利用停止中のユーザー」になります。ルームと販売も止まり、参加費は請求されません。',
      hint: 'ご本人へのメールに、そのまま書かれます',
      confirm: '利用を停止する',
      danger: true,
      done: '利用を停止しました',
      send: (reason: string) => suspend.mutateAsync({ params, body: { reason } }),
    },
    restore: {
      title: `${display_name}さんの停止を解除しますか？`,
      text: 'ログインできるようになり、プロフィールとルームは停止の前の状態に戻ります。',
      hint: 'ご本人へのメールに、そのまま書かれます',
      confirm: '停止を解除する',
      danger: false,
      done: '停止を解除しました',
      send: (reason: string) => restore.mutateAsync({ params, body: { reason } }),
    },
    official: {
      title: next === 1 ? '公式バッジをつけますか？' : '公式バッジを外しますか？',
      text: `${display_name}さんの名前のとなりに表示される公式のしるしを${next === 1 ? 'つけます' : '外します'}。`,
      hint:
        person.status === 'active'
          ? 'ご本人へのメッセージに、そのまま書かれます'
          : `${RECORDED}。ご本人には送られません`,
      confirm: next === 1 ? 'つける' : '外す',
      danger: false,
      done: next === 1 ? '公式バッジをつけました' : '公式バッジを外しました',
      send: (reason: string) =>
        official.mutateAsync({ params, body: { official_flg: next, reason } }),
    },
  } as const
  const { done, send, ...way } = ways[act]
  return (
    <ReasonSheet
      {...way}
      send={async (reason) => {
        await send(reason)
        showToast(done)
      }}
      onClose={onClose}
    />
  )
}
