import type { User } from '#contract/account/calls.ts'
import { Paused } from '#pwa/load/Paused.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import css from './NotificationSettings.module.css'
import { useNotification } from './useNotification.ts'

type Name = keyof User['notification']

const kinds: { name: Name; label: string; hint: string }[] = [
  {
    name: 'event_reminder',
    label: 'イベントの開始',
    hint: 'チケットを持つイベントの前日、1時間前、配信の開始',
  },
  {
    name: 'room_news',
    label: 'ルームの新しい投稿',
    hint: '参加しているルームのスレッドとイベント',
  },
  { name: 'message', label: 'メッセージ', hint: 'オーナーやRoomからの連絡' },
  { name: 'payment', label: 'お支払い', hint: '更新やお支払いを確認できなかったとき' },
  { name: 'ticket', label: 'チケット', hint: 'チケットが使われたとき' },
  { name: 'marketing', label: 'おすすめ', hint: '新しいルームや催しのご案内' },
]

export function NotificationSettings({ user: { notification } }: { user: User }) {
  const { mutate } = useNotification()
  const toggle = (name: Name) => ({
    checked: notification[name],
    onChange: (on: boolean) => mutate({ name, on }),
  })
  return (
    <Section title="通知">
      <Paused name="notification" />
      <Card className={css.kinds}>
        {kinds.map(({ name, ...labels }) => (
          <Toggle key={name} {...labels} {...toggle(name)} />
        ))}
      </Card>
      <Card className={css.kinds}>
        <Toggle
          label="夜間は通知しない"
          hint="23時から8時まで。チケットを持つイベントの配信開始だけは届きます"
          {...toggle('quiet_hours')}
        />
      </Card>
    </Section>
  )
}
