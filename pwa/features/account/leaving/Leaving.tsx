import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { dashboard } from '#contract/dashboard/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { boxOf } from '#pwa/features/tickets/box/box.ts'
import { heldLabel } from '#pwa/features/tickets/box/held-labels.ts'
import { useHeld } from '#pwa/features/tickets/box/useHeld.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { count, yen } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import type { Query } from '#pwa/load/Loaded.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './Leaving.module.css'
import { OwnData } from './OwnData.tsx'

interface LeavingRowProps<T> {
  of: Query<T>
  to: string
  icon: IconName
  title: string
  /** The amount, and a note on it. */
  summarize: (data: T) => { amount: string; note: string }
}

/** One thing affected by leaving. A row that fails to load shows its error; the other rows stay. */
function LeavingRow<T>({ of, to, icon, title, summarize }: LeavingRowProps<T>) {
  const summary = of.data === undefined ? null : summarize(of.data)
  const waiting = of.error ? '確認できませんでした' : '確認しています'
  return (
    <ListRow
      to={to}
      leading={<Icon name={icon} />}
      title={title}
      note={summary ? summary.note : waiting}
      trailing={summary && <b className="small num">{summary.amount}</b>}
    />
  )
}

/** Lists what leaving the service ends or deletes. */
export const Leaving = ({ user }: { user: User }) => (
  <>
    <p className="small">
      退会すると、下のものが使えなくなります。お困りのことがあれば、先に「
      <Link className="link" to={paths.feedback}>
        ご意見を送る
      </Link>
      」からお知らせください。
    </p>
    <div className={css.touched}>
      <Section title="退会すると使えなくなるもの">
        <List carded>
          <LeavingRooms />
          <LeavingTickets />
          {user.my_room && <LeavingRoom id={user.my_room.id} />}
          {user.my_room && <LeavingMoney />}
        </List>
      </Section>
    </div>
    <Section title="退会したあとのこと">
      <Bullets>
        <li>プロフィールとフォローは見られなくなります。</li>
        {user.my_room && (
          <li>
            ルームは閉じられ、見つからなくなります。お支払い期間の残っているメンバー、チケットをお持ちの方、受け取っていない売上があるあいだは、退会できません。
          </li>
        )}
        <li>使っていたユーザー名 @{user.name} は、ほかの人も含めてもう使えません。</li>
        <li>
          スレッド、コメント、トーク、メッセージなど、書いたものと画像は、すべて削除されます。元には戻せません。
        </li>
        <li>
          お支払いと領収の記録は、法令で定められた期間、お名前やメールアドレスのない形で保管されます。
        </li>
      </Bullets>
    </Section>
    <div className={css.touched}>
      <OwnData note="プロフィール、投稿、メッセージ、お支払いの記録などを、1つのファイルで受け取れます。退会すると受け取れなくなります。" />
    </div>
    <div className={css.go}>
      <Button wide variant="danger" to={paths.unsubscribeFix}>
        退会の手続きへ進む
      </Button>
    </div>
  </>
)

function LeavingMoney() {
  const proceeds = useLoad(dashboard.getProceeds, {})
  return (
    <LeavingRow
      of={proceeds}
      to={paths.dashboard}
      icon="yen"
      title="まだ受け取っていない売上"
      summarize={({ sum, balance }) => ({
        amount: yen(sum.profit - balance.paid + balance.unbooked),
        note: '退会の前に受け取りを済ませてください',
      })}
    />
  )
}

function LeavingRoom({ id }: { id: string }) {
  const room = useLoad(rooms.getRoom, { params: { id } })
  return (
    <LeavingRow
      of={room}
      to={paths.myRoom}
      icon="users"
      title="自分のルーム"
      summarize={({ title, subscribers }) => ({
        amount: `${count(subscribers)}人`,
        note: `「${title}」と、その投稿・イベント`,
      })}
    />
  )
}

function LeavingRooms() {
  const { items, error, refetch, more } = useList(rooms.listSubscribed, {
    query: { limit: LIST_MAX },
  })
  return (
    <LeavingRow
      of={{ data: items, error, refetch }}
      to={paths.registeredRooms}
      icon="room"
      title="参加しているルーム"
      summarize={(data) => {
        const paid = data.filter(({ subscription }) => subscription.amount > 0).length
        return {
          amount: `${count(data.length)}件${more ? '以上' : ''}`,
          note:
            paid > 0 ? `うち有料 ${count(paid)}件は更新が止まります` : '有料のルームはありません',
        }
      }}
    />
  )
}

function LeavingTickets() {
  const tickets = useHeld()
  const now = useNow()
  return (
    <LeavingRow
      of={tickets}
      to={paths.ticketBox}
      icon="ticket"
      title="これから使えるチケット"
      summarize={({ events, issued }) => {
        const { next, coming, archives } = boxOf(events, issued, now)
        const usable = [...(next ? [next] : []), ...coming, ...archives]
        return {
          amount: `${usable.length}枚`,
          note: next ? `次は「${heldLabel(next, now).title}」` : '見逃し配信のチケットも含みます',
        }
      }}
    />
  )
}
