import { useState } from 'react'
import { type Event, events, type PublishmentFlg } from '#contract/events/calls.ts'
import { TALK_FORGOTTEN_MS } from '#contract/live/limits.ts'
import { type Ingest, streams } from '#contract/streams/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { Paused, usePaused } from '#pwa/load/Paused.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RISK } from '#pwa/ui/button/risk.ts'
import { SlideButton } from '#pwa/ui/button/SlideButton.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { ConfirmDialog } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import css from './Studio.module.css'

interface Step {
  to: PublishmentFlg
  /** The label of the button, here and in the confirmation. */
  label: string
  title: string
  text: string
  /** Added to the question if an archive is kept. */
  archived?: string
  danger?: boolean
  /** Slid instead of pressed, as viewers are cut off at once. */
  slides?: true
}

const BEGIN: Step = {
  to: 1,
  label: '配信を開始する',
  title: '配信を開始しますか？',
  text: 'チケットをお持ちの方に、いま届いている配信が流れ始めます。',
}
const RESUME: Step = { ...BEGIN, label: '配信を再開する', title: '配信を再開しますか？' }
const END: Step = {
  to: 2,
  label: '配信を終了し、トークを続ける',
  title: '配信を終了しますか？',
  text: `配信を止めます。トークはそのまま続き、${TALK_FORGOTTEN_MS / 3_600_000}時間たつと自動で閉じます。`,
  archived: '見逃し配信は、すぐに見られるようになります。',
  danger: true,
  slides: true,
}
const END_ALL: Step = {
  to: 3,
  label: 'すべて終了する',
  title: 'イベントを終了しますか？',
  text: '配信とトークの両方を閉じます。もう一度始めることはできません。',
  danger: true,
}

/** The text of the question, with what happens to the recording; promises no archive that is not kept. */
const askedText = ({ text, archived }: Step, { archive_days }: Event) =>
  archived && archive_days > 0 ? text + archived : text

/** The possible steps; one that needs an incoming stream is disabled without it. */
export function stepsOf(flg: PublishmentFlg): Step[] {
  switch (flg) {
    case 0:
      return [BEGIN]
    case 1:
      return [END, { ...END_ALL, slides: true }]
    case 2:
      return [RESUME, END_ALL]
    case 3:
      return []
  }
}

/** Starts and ends the stream, each after a confirmation. */
export function StudioSteps({ ingest, event }: { ingest: Ingest; event: Event }) {
  const [pendingStep, setPendingStep] = useState<Step | null>(null)
  const send = useSend(streams.setPublishment, { refresh: [events.getEvent, streams.getIngest] })
  const paused = usePaused('live')
  const steps = stepsOf(event.publishment_flg)
  const take = ({ to }: Step) =>
    send.mutateAsync({ params: { id: event.id }, body: { publishment_flg: to } })
  return (
    <div className={css.steps}>
      {steps.some(({ to }) => to === 1) && <Paused name="live" />}
      {steps.map((step) =>
        step.slides ? (
          <SlideButton
            key={step.to}
            label={step.label}
            busy={send.isPending}
            onSlide={() => void take(step).catch(console.warn)}
            onPress={() => setPendingStep(step)}
          />
        ) : (
          <Button
            key={step.to}
            {...(step.danger ? RISK : { wide: true })}
            disabled={step.to === 1 && (paused || ingest.status !== 'preview')}
            onClick={() => setPendingStep(step)}
          >
            {step.label}
          </Button>
        ),
      )}
      {pendingStep === null && <FormProblem>{send.error?.message}</FormProblem>}
      <ConfirmDialog
        open={pendingStep !== null}
        title={pendingStep?.title ?? ''}
        text={pendingStep ? askedText(pendingStep, event) : undefined}
        confirm={pendingStep?.label ?? ''}
        danger={pendingStep?.danger ?? false}
        onConfirm={() => pendingStep && take(pendingStep)}
        onClose={() => setPendingStep(null)}
      />
    </div>
  )
}
