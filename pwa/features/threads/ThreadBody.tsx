import type { ReactNode } from 'react'
import type { Room } from '#contract/rooms/calls.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { JoinButton } from '#pwa/features/rooms/join/JoinButton.tsx'
import { monthly } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { PostAuthor } from './PostAuthor.tsx'
import css from './ThreadBody.module.css'
import { ThreadCounts } from './ThreadCounts.tsx'
import { ThreadPictures } from './ThreadPictures.tsx'
import { restLabel, ThreadBeginning } from './ThreadPreview.tsx'

interface ThreadBodyProps {
  room: string
  /** Whose members may read it; undefined until it is loaded. */
  joinable: Room | undefined
  thread: Thread
  menu: ReactNode
}

/** A thread: the full content for members, its title and the join button for others. */
export function ThreadBody({ room, joinable, thread, menu }: ThreadBodyProps) {
  const { title, text, images, audio_path, video_path, video_thumbnail_path } = thread
  return (
    <article className={css.thread}>
      <PostAuthor member={thread.member} at={thread.created_at} trailing={menu} />
      <h1 className={css.title}>
        {thread.pinned && <Icon name="pin" size="s" />}
        {title}
        {thread.pinned && <span className="sr">（固定）</span>}
      </h1>
      {thread.preview && <ThreadBeginning preview={thread.preview} />}
      {thread.locked && (
        <>
          <Alert>
            {thread.preview
              ? `つづき（${restLabel(thread.preview)}）は、ルームに参加すると読めます。`
              : 'このスレッドは、ルームに参加すると読めます。'}
            {joinable && `参加費は ${monthly(joinable.amount)} です。`}
          </Alert>
          {joinable && <JoinButton room={joinable} />}
        </>
      )}
      {text && <p className={css.text}>{text}</p>}
      {images && <ThreadPictures images={images} />}
      {audio_path && (
        // biome-ignore lint/a11y/useMediaCaption: members' own sounds come without captions
        <audio className={css.sound} src={audio_path} controls preload="metadata" />
      )}
      {video_path && (
        // biome-ignore lint/a11y/useMediaCaption: members' own films come without captions
        <video
          className={css.picture}
          src={video_path}
          poster={video_thumbnail_path ?? undefined}
          controls
          controlsList="nodownload"
          preload="metadata"
        />
      )}
      <ThreadCounts room={room} thread={thread} />
    </article>
  )
}
