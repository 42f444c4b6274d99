import { Link } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './Leaving.module.css'
import { LeavingMoney } from './LeavingMoney.tsx'
import { LeavingRoom } from './LeavingRoom.tsx'
import { LeavingRooms } from './LeavingRooms.tsx'
import { LeavingTickets } from './LeavingTickets.tsx'
import { OwnData } from './OwnData.tsx'

/** Lists what leaving the service ends or deletes. */
export const Leaving = ({ user }: { user: User }) => (
  <>
    <p className="small">
      退会すると、下のものが使えなくなります。お困りのことがあれば、先に
      <Link className="link" to={paths.feedback}>
        ご意見を送る
      </Link>
      からお知らせください。
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
      <ul className={css.notes}>
        <li>プロフィールとフォローは見られなくなります。</li>
        {user.my_room && (
          <li>
            ルームは閉じられ、見つからなくなります。お支払い期間の残っている参加者、チケットをお持ちの方、受け取っていない売上があるあいだは、退会できません。
          </li>
        )}
        <li>使っていたユーザー名 @{user.name} は、ほかの人も含めてもう使えません。</li>
        <li>
          スレッド、コメント、トーク、メッセージなど、書いたものと画像は、すべて削除されます。元には戻せません。
        </li>
        <li>
          お支払いと領収の記録は、法令で定められた期間、お名前やメールアドレスのない形で保管されます。
        </li>
      </ul>
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
