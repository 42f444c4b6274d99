import { Link } from 'react-router-dom'
import type { PublicUser } from '#contract/account/calls.ts'
import { NextEvent } from '#pwa/features/events/NextEvent.tsx'
import { Follow } from '#pwa/features/profile/Follow.tsx'
import { Links } from '#pwa/features/profile/Links.tsx'
import { useReporting } from '#pwa/features/rooms/useReporting.tsx'
import { useShareRoom } from '#pwa/features/rooms/useShareRoom.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { count, monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { OfficialBadge } from '#pwa/ui/badge/OfficialBadge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { MenuButton } from '#pwa/ui/overlay/MenuButton.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './ProfileView.module.css'

/** A person's public page: profile, room and social links. */
export function ProfileView({ person }: { person: PublicUser }) {
  const { name, display_name, official_flg, about, icon_image_path, room, links } = person
  const own = useUser()?.name === name
  const { share, sheet } = useShareRoom({ id: name, owner: person, is_owner: own })
  const { report, sheet: reporting } = useReporting()
  return (
    <>
      <header className={css.head}>
        <Avatar src={icon_image_path} size="xl" />
        <h1 className={css.name}>
          {display_name}
          {official_flg === 1 && <OfficialBadge />}
        </h1>
        <p className="small muted">@{name}</p>
        <p className="small">
          <Link to={paths.followers(name)} className={css.number}>
            <b>{count(person.followers)}</b> フォロワー
          </Link>
          <Link to={paths.following(name)} className={css.number}>
            <b>{count(person.following)}</b> フォロー中
          </Link>
        </p>
        {own ? (
          <OwnActions person={person} onShare={share} />
        ) : (
          <Actions person={person} onReport={report} onShare={share} />
        )}
        {sheet}
        {about && <p className={css.about}>{about}</p>}
      </header>
      {reporting}
      {room && (
        <Section title="ルーム">
          <div className="stack">
            <List carded>
              <ListRow
                to={paths.room(room.id)}
                leading={<ArchedImage src={room.icon_image_path} />}
                title={room.title}
                note={`${monthly(room.amount)}・${count(room.subscribers)}人が参加中`}
              />
            </List>
            <NextEvent room={room.id} />
          </div>
        </Section>
      )}
      {links.length > 0 && (
        <Section title="リンク">
          <Links links={links} />
        </Section>
      )}
    </>
  )
}

interface OwnActionsProps {
  person: PublicUser
  onShare: () => void
}

const OwnActions = ({ person: { name, room }, onShare }: OwnActionsProps) => (
  <div className={css.own}>
    <Button variant="secondary" size="s" icon="pen" to={paths.profileSetting(name)}>
      プロフィール設定
    </Button>
    {room && (
      <Button variant="secondary" size="s" icon="qr" onClick={onShare}>
        QRコード
      </Button>
    )}
  </div>
)

interface ActionsProps {
  person: PublicUser
  onReport: ReturnType<typeof useReporting>['report']
  onShare: () => void
}

const Actions = ({ person: { name, display_name, followed }, onReport, onShare }: ActionsProps) => (
  <div className="row row-s">
    <Follow name={name} followed={followed} />
    <MenuButton
      label="その他"
      items={[
        { label: '共有', icon: 'share', onClick: onShare },
        {
          label: 'この人を通報',
          icon: 'flag',
          onClick: () =>
            onReport({ kind: 'user', id: name, excerpt: `${display_name}（@${name}）` }),
        },
      ]}
    />
  </div>
)
