import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { withSan } from '#contract/lib/with-san.ts'
import { type Room, rooms } from '#contract/rooms/calls.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import type { Thread } from '#contract/threads/calls.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { clearShared, readShared } from '#pwa/lib/shared-content.ts'
import { Failed } from '#pwa/load/Failed.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { useAddress } from '#pwa/ui/forms/useAddress.ts'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import css from './SharedThread.module.css'
import { type BegunThread, threadOf } from './shared-thread.ts'

const ThreadPanel = lazyWithProgress(async () => (await import('./ThreadPanel.tsx')).ThreadPanel)

/** What another app shares, and the rooms in which it can become a thread. */
export function SharedThread() {
  /** Undefined: not read yet; null: there is nothing. */
  const [begun, setBegun] = useState<BegunThread | null>()
  const [room, setRoom] = useState<Room | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    readShared().then(
      (shared) => setBegun(shared && threadOf(shared)),
      () => setBegun(null),
    )
  }, [])
  const stop = () => void clearShared().then(() => setBegun(null))
  const posted = ({ id }: Thread, to: string) => {
    void clearShared()
    // First goes back in the history, so that the page of the thread has no open panel below it.
    const go = () => void navigate(paths.thread(to, id), { replace: true })
    window.addEventListener('popstate', go, { once: true })
    setRoom(null)
  }
  if (begun === undefined) return <SkeletonRows count={3} />
  if (begun === null) return <NothingShared />
  return (
    <>
      <Preview of={begun} />
      <Section title="投稿するルーム">
        <WritableRooms onChoose={setRoom} />
      </Section>
      <Button variant="quiet" onClick={stop}>
        共有をやめる
      </Button>
      {room && (
        <Suspense>
          <ThreadPanel
            room={room.id}
            roomTitle={room.title}
            thread={null}
            begun={begun}
            onDone={(thread) => posted(thread, room.id)}
            onClose={() => setRoom(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const NothingShared = () => (
  <StateScreen
    kind="empty"
    title="共有された内容はありません"
    text="ホーム画面に追加したRoomを一度開いてから、写真やページの「共有」でRoomを選ぶと、ここからスレッドに投稿できます。"
    actions={<Button to={paths.home}>ホームへ</Button>}
  />
)

const Preview = ({ of: { texts, images } }: { of: BegunThread }) => (
  <Card as="section" padded>
    <h2 className="sr">共有する内容</h2>
    {texts.title && <b>{texts.title}</b>}
    {texts.text && <p className={css.text}>{texts.text}</p>}
    {images.length > 0 && (
      <div className={css.pictures}>
        {images.map((image, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pictures stay as they are
          <Picture key={at} image={image} alt={`${at + 1}枚目の画像`} />
        ))}
      </div>
    )}
  </Card>
)

function Picture({ image, alt }: { image: File; alt: string }) {
  const url = useAddress(image)
  return url && <img className="art" src={url} alt={alt} />
}

/** The member's own room, and those that they moderate. */
function WritableRooms({ onChoose }: { onChoose: (room: Room) => void }) {
  const own = useUser()?.my_room?.id ?? null
  const list = useList(rooms.listSubscribed, { query: { limit: LIST_MAX } })
  const moderated = list.items?.filter(({ id, can }) => can.post && id !== own)
  if (list.error && !list.items)
    return <Failed error={list.error} onRetry={() => void list.refetch()} heading="h2" />
  if (!moderated) return <SkeletonRows count={2} leading="arch" />
  if (own === null && moderated.length === 0) return <NoRoom />
  const rowOf = (room: Room): ReactNode => (
    <RoomRow key={room.id} room={room} onChoose={() => onChoose(room)} />
  )
  return (
    <List carded>
      {own !== null && <OwnRoom id={own}>{rowOf}</OwnRoom>}
      {moderated.map(rowOf)}
    </List>
  )
}

function OwnRoom({ id, children }: { id: string; children: (room: Room) => ReactNode }) {
  const { data } = useLoad(rooms.getRoom, { params: { id } })
  return data?.can.post ? children(data) : null
}

const RoomRow = ({ room, onChoose }: { room: Room; onChoose: () => void }) => (
  <ListRow
    onClick={onChoose}
    leading={<ArchedImage src={room.icon_image_path} />}
    title={room.title}
    note={room.is_owner ? 'あなたのルーム' : `${withSan(room.owner.display_name)}のルーム`}
  />
)

const NoRoom = () => (
  <div className="stack">
    <Alert>
      スレッドを書けるのは、ルームのオーナーとモデレーターです。参加しているルームでは、スレッドへのコメントや、オーナーへのメッセージで伝えられます。
    </Alert>
    <Button variant="secondary" size="s" to={paths.registeredRooms}>
      参加中のルームを見る
    </Button>
  </div>
)
