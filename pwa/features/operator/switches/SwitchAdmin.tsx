import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorSwitches, type SwitchBoard } from '#contract/operator/switches/calls.ts'
import { site } from '#contract/site/calls.ts'
import type { SwitchName } from '#contract/site/switches.ts'
import type { PartName } from '#contract/status/calls.ts'
import { status } from '#contract/status/calls.ts'
import { keyOf, useCall, useLoad } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RECORDED, ReasonSheet } from '../ReasonSheet.tsx'
import { BandForm } from './BandForm.tsx'

/** What each switch pauses, and what goes on. */
const switchLabels: Record<SwitchName, { label: string; note: string }> = {
  sign_up: { label: '新規登録', note: '登録済みの方のログインは、そのまま続きます' },
  purchase: { label: 'お支払い', note: '始まっているお支払い、返金、お持ちのチケットは続きます' },
  new_room: { label: 'ルームの開設', note: 'すでにあるルームは、そのまま続きます' },
  live: { label: '配信の開始', note: '始まっている配信と見逃し配信は続きます' },
  message: { label: 'メッセージの送信', note: '届いたメッセージは読めます' },
  social_login: { label: 'ほかのサービスでのログイン', note: 'パスワードとパスキーは使えます' },
  notification: {
    label: 'プッシュ通知',
    note: '休止中の通知は、あとからは送られません。メールは続きます',
  },
}

const partLabels: Record<PartName, string> = {
  database: 'データの保存',
  payments: '決済会社との通信',
  mail: 'メールの送信',
  streams: '配信の受信',
}

/** The feature switches and the site notice. */
export function SwitchAdmin() {
  const board = useLoad(operatorSwitches.getSwitches, {})
  const client = useQueryClient()
  const changed = async (next: SwitchBoard) => {
    client.setQueryData(keyOf(operatorSwitches.getSwitches, {}), next)
    await Promise.all(
      [site.getConfig, status.getStatus].map((call) =>
        client.invalidateQueries({ queryKey: keyOf(call) }),
      ),
    )
  }
  return (
    <Loaded of={board}>
      {({ switches, band, down }) => (
        <div className="stack-l">
          {down.length > 0 && (
            <Alert tone="warning">
              いま動いていないもの：{down.map((part) => partLabels[part]).join('、')}
            </Alert>
          )}
          <Section title="受付">
            <Switches switches={switches} onChanged={changed} />
          </Section>
          <Section title="お知らせバナー">
            <BandForm key={band} band={band} onChanged={changed} />
          </Section>
        </div>
      )}
    </Loaded>
  )
}

interface SwitchesProps {
  switches: SwitchBoard['switches']
  onChanged: (next: SwitchBoard) => Promise<void>
}

function Switches({ switches, onChanged }: SwitchesProps) {
  const call = useCall()
  const [pendingChange, setPendingChange] = useState<{ name: SwitchName; enabled: boolean } | null>(
    null,
  )
  return (
    <Card padded>
      <div className="stack">
        {switches.map(({ name, enabled, updated_at }) => (
          <Toggle
            key={name}
            label={switchLabels[name].label}
            hint={
              enabled
                ? switchLabels[name].note
                : `休止中（${updated_at ? dateTime(updated_at) : ''}から）`
            }
            checked={enabled}
            onChange={(next) => setPendingChange({ name, enabled: next })}
          />
        ))}
      </div>
      {pendingChange && (
        <ReasonSheet
          target={pendingChange.name}
          hint={RECORDED}
          title={`${switchLabels[pendingChange.name].label}を${pendingChange.enabled ? '再開' : '休止'}しますか？`}
          text={!pendingChange.enabled && switchLabels[pendingChange.name].note}
          confirm={pendingChange.enabled ? '再開する' : '休止する'}
          danger={!pendingChange.enabled}
          send={async (reason) => {
            const { name, enabled } = pendingChange
            const body = { enabled, reason }
            await onChanged(await call(operatorSwitches.turnSwitch, { params: { name }, body }))
            showToast(enabled ? '再開しました' : '休止しました')
          }}
          onClose={() => setPendingChange(null)}
        />
      )}
    </Card>
  )
}
