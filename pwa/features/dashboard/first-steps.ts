import type { OwnEvent } from '#contract/events/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'

export interface FirstStep {
  /** The form that completes it. */
  form: 'pictures' | 'thread' | 'event' | 'share'
  title: string
  note: string
  isDone: boolean
}

interface Begun {
  room: Pick<Room, 'header_image_path' | 'icon_image_path' | 'subscribers'>
  threads: number
  events: OwnEvent[]
}

/** What an owner does in the first hour, in order; a draft of an event counts, as the rest is only publishing it. */
export const firstStepsOf = ({ room, threads, events }: Begun): FirstStep[] => [
  {
    form: 'pictures',
    title: '写真を選ぶ',
    note: 'ヘッダーとアイコンが、ルームの顔になります',
    isDone: room.header_image_path !== null && room.icon_image_path !== null,
  },
  {
    form: 'thread',
    title: '最初のスレッドを書く',
    note: 'どんな場所かを伝える、短いあいさつで十分です',
    isDone: threads > 0,
  },
  {
    form: 'event',
    title: '最初のイベントを作る',
    note: '日時と名前だけの下書きから始められます',
    isDone: events.length > 0,
  },
  {
    form: 'share',
    title: 'ルームを知らせる',
    note: 'QRコードとURLを送れます。最初の方が参加すると完了です',
    isDone: room.subscribers > 0,
  },
]
