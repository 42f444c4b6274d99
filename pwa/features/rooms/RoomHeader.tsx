import type { Room } from '#contract/rooms/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import { InfoBar } from './InfoBar.tsx'
import css from './RoomHeader.module.css'
import { useFading } from './useFading.ts'

/** The head of a room for those who are not in it: picture, icon, owner, member count and actions. */
export function RoomHeader({ room }: { room: Room }) {
  const { title, owner, subscribers, about } = room
  const { header_image_path, icon_image_path } = room
  const picture = useFading()
  return (
    <header>
      <div className={css.over}>
        <IconButton icon="back" label="ホームへ戻る" tone="scrim" to={paths.home} />
        <span className="grow" />
        <IconButton icon="search" label="さがす" tone="scrim" to={paths.results()} />
      </div>
      <div className={css.picture}>
        {header_image_path && (
          <img
            ref={picture}
            className="art"
            src={header_image_path}
            alt=""
            width={1000}
            height={563}
          />
        )}
      </div>
      <div className={css.identity}>
        <span className={css.icon}>
          <ArchedImage src={icon_image_path} size="fill" />
        </span>
        <div className={css.words}>
          <h1>{title}</h1>
          <p className={css.by}>
            <Byline name={owner.display_name} official={owner.official_flg === 1} />
            <span className="nowrap">参加者 {count(subscribers)}人</span>
          </p>
        </div>
      </div>
      <p className={css.about}>{beginningOf(about)}</p>
      <InfoBar room={room} />
    </header>
  )
}

/** The first paragraph of a room's text; what does not fit here is under 概要. */
export const beginningOf = (about: string): string => about.split(/\n\s*\n/, 1)[0] ?? ''
