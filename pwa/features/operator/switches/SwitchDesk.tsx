import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorSwitches, type SwitchBoard } from '#contract/operator/switches.ts'
import { site } from '#contract/site.ts'
import { status } from '#contract/status.ts'
import type { SwitchName } from '#contract/switches.ts'
import { keyOf, useCall, useLoad } from '#pwa/lib/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Card } from '#pwa/ui/Card.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { Section } from '#pwa/ui/Section.tsx'
import { showToast } from '#pwa/ui/toast.ts'
import { RECORDED, ReasonSheet } from '../ReasonSheet.tsx'
import { BandForm } from './BandForm.tsx'
import { partWords, switchWords } from './switch-words.ts'

/** What is on, what is paused, and what everybody is told. */
export function SwitchDesk() {
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
            <Notice tone="warning">
              いま動いていないもの: {down.map((part) => partWords[part]).join('、')}
            </Notice>
          )}
          <Section title="受付">
            <Switches switches={switches} onChanged={changed} />
          </Section>
          <Section title="お知らせの帯">
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
  const [asked, setAsked] = useState<{ name: SwitchName; enabled: boolean } | null>(null)
  return (
    <Card padded>
      <div className="stack">
        {switches.map(({ name, enabled, updated_at }) => (
          <Toggle
            key={name}
            label={switchWords[name].label}
            hint={
              enabled
                ? switchWords[name].note
                : `休止中（${updated_at ? dateTime(updated_at) : ''}から）`
            }
            checked={enabled}
            onChange={(next) => setAsked({ name, enabled: next })}
          />
        ))}
      </div>
      {asked && (
        <ReasonSheet
          hint={RECORDED}
          title={`${switchWords[asked.name].label}を${asked.enabled ? '再開' : '休止'}しますか？`}
          text={!asked.enabled && switchWords[asked.name].note}
          confirm={asked.enabled ? '再開する' : '休止する'}
          danger={!asked.enabled}
          send={async (reason) => {
            const { name, enabled } = asked
            const body = { enabled, reason }
            await onChanged(await call(operatorSwitches.turnSwitch, { params: { name }, body }))
            showToast(enabled ? '再開しました' : '休止しました')
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
