import type { OwnEvent } from '#contract/events/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { paths } from '#pwa/lib/paths.ts'

export interface FirstStep {
  title: string
  note: string
  to: string
  isDone: boolean
}

interface Begun {
  room: Pick<Room, 'id' | 'header_image_path' | 'icon_image_path' | 'subscribers'>
  threads: number
  events: OwnEvent[]
}

/** What an owner does in the first hour, in order; a draft of an event counts, as the rest is only publishing it. */
export const firstStepsOf = ({ room, threads, events }: Begun): FirstStep[] => [
  {
    title: '写真を選ぶ',
    note: 'ヘッダーとアイコンが、ルームの顔になります',
    to: paths.myRoom,
    isDone: room.header_image_path !== null && room.icon_image_path !== null,
  },
  {
    title: '最初のスレッドを書く',
    note: 'どんな場所かを伝える、短いあいさつで十分です',
    to: paths.roomTalk(room.id),
    isDone: threads > 0,
  },
  {
    title: '最初のイベントを作る',
    note: '日時と名前だけの下書きから始められます',
    to: paths.pastEvents,
    isDone: events.length > 0,
  },
  {
    title: 'ルームを知らせる',
    note: 'QRコードとURLを送れます。最初の方が参加すると完了です',
    to: paths.room(room.id),
    isDone: room.subscribers > 0,
  },
]
