import type { Room } from '#contract/rooms/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './MemberHeader.module.css'
import { RoomMenu } from './RoomMenu.tsx'
import { useShareRoom } from './useShareRoom.tsx'

/** The head of a room for those who are in it: small, so that what is new is in view. */
export function MemberHeader({ room }: { room: Room }) {
  const { id, title, owner, subscribers, icon_image_path, is_owner } = room
  const { share, sheet } = useShareRoom(room)
  return (
    <header className={css.bar}>
      <IconButton icon="back" label="ホームへ戻る" to={paths.home} />
      <span className={css.icon}>
        <ArchedImage src={icon_image_path} size="fill" />
      </span>
      <div className={css.words}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.by}>
          <Byline name={owner.display_name} official={owner.official_flg === 1} />
          <span>参加者 {count(subscribers)}人</span>
          {!is_owner && <span>参加中</span>}
        </p>
      </div>
      <IconButton icon="share" label="共有" onClick={share} />
      {sheet}
      <RoomMenu room={room} />
      {is_owner && (
        <p className={css.own}>
          <Button variant="secondary" size="s" to={paths.myRoom}>
            My Room
          </Button>
          <Button variant="secondary" size="s" icon="pen" to={paths.roomSetting(id)}>
            編集
          </Button>
        </p>
      )}
    </header>
  )
}
