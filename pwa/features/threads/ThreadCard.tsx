import { Link } from 'react-router-dom'
import type { Thread } from '#contract/threads/calls.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { PostAuthor } from './PostAuthor.tsx'
import css from './ThreadCard.module.css'
import { ThreadCounts } from './ThreadCounts.tsx'
import { ThreadMenu } from './ThreadMenu.tsx'
import { ThreadPreview } from './ThreadPreview.tsx'

interface ThreadCardProps {
  room: string
  roomTitle: string
  thread: Thread
}

/** One thread in a room's list: author, time, excerpt, reactions. */
export function ThreadCard({ room, roomTitle, thread }: ThreadCardProps) {
  const { id, title, text, images, locked, preview, pinned, member } = thread
  return (
    <li className={css.card}>
      <PostAuthor
        member={member}
        at={thread.created_at}
        trailing={<ThreadMenu room={room} roomTitle={roomTitle} thread={thread} />}
      />
      <h3 className={css.title}>
        {pinned && <Icon name="pin" size="s" />}
        <Link to={paths.thread(room, id)} className={css.whole}>
          {title}
          {pinned && <span className="sr">（固定）</span>}
        </Link>
      </h3>
      {text && <p className="small clip2">{text}</p>}
      {preview && <ThreadPreview preview={preview} />}
      {locked && !preview && (
        <p className={css.locked}>
          <Icon name="lock" size="xs" />
          参加すると読めます
        </p>
      )}
      {images && images.length > 0 && <Pictures images={images} />}
      <Recording thread={thread} />
      <ThreadCounts room={room} thread={thread} />
    </li>
  )
}

/** That there is a video or a sound, which the thread's page plays. */
const Recording = ({ thread }: { thread: Thread }) => {
  const { audio_path, video_path, video_thumbnail_path } = thread
  return (
    <>
      {video_thumbnail_path && (
        <span className={css.film}>
          <img className="art" src={video_thumbnail_path} alt="" loading="lazy" />
          <span>
            <Icon name="play" />
          </span>
        </span>
      )}
      {(audio_path || video_path) && (
        <p className={css.sound}>
          <Icon name={audio_path ? 'sound' : 'video'} size="s" />
          {audio_path ? '音声' : '動画'}
        </p>
      )}
    </>
  )
}

/** Up to three pictures side by side. */
const Pictures = ({ images }: { images: NonNullable<Thread['images']> }) => (
  <span className={css.pictures}>
    {images.map(({ path, small_path, width, height }) => (
      <img
        key={path}
        className="art"
        src={small_path ?? path}
        alt=""
        width={width}
        height={height}
      />
    ))}
  </span>
)
