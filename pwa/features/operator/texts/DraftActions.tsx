import { useQueryClient } from '@tanstack/react-query'
import { type OwnText, operatorTexts } from '#contract/operator/texts/calls.ts'
import { site } from '#contract/site/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RECORDED, ReasonButton } from '../ReasonSheet.tsx'

interface DraftActionsProps {
  text: OwnText
  /** The form has unsaved changes. */
  changed: boolean
  busy: boolean
  publishAt: string
  onChanged: (text: OwnText) => void
}

/** A draft has to be saved before it is published, so that the published text was reviewed. */
export function DraftActions({ text, changed, busy, publishAt, onChanged }: DraftActionsProps) {
  const { draft } = text
  return (
    <>
      <Button
        wide
        type="submit"
        variant={draft && !changed ? 'secondary' : 'primary'}
        busy={busy}
        disabled={!changed}
      >
        下書きを保存する
      </Button>
      {draft && <Publish text={text} disabled={changed || busy} onChanged={onChanged} />}
      {draft && changed && (
        <p className="note muted">公開するには、先に下書きを保存してください。</p>
      )}
      {draft && !changed && publishAt && draft.publish_at && (
        <p className="note muted">{dateTime(draft.publish_at)}に公開されます。</p>
      )}
      {draft && <Discard text={text} disabled={busy} onChanged={onChanged} />}
    </>
  )
}

interface ActProps {
  text: OwnText
  disabled: boolean
  onChanged: (text: OwnText) => void
}

function Publish({ text, disabled, onChanged }: ActProps) {
  const call = useCall()
  const client = useQueryClient()
  const { slug, next, draft } = text
  async function publish(reason: string) {
    const body = { version: draft?.version ?? 0, reason }
    const published = await call(operatorTexts.publishText, { params: { slug }, body })
    await client.invalidateQueries({ queryKey: keyOf(site.getText) })
    showToast(published.draft === null && draft?.publish_at ? '公開を予約しました' : '公開しました')
    onChanged(published)
  }
  return (
    <ReasonButton
      target={slug}
      label={`第${next}版として公開する`}
      button={{ wide: true, disabled }}
      hint={RECORDED}
      otherFields={['publish_at', 'body', 'consent']}
      title={`第${next}版として公開しますか？`}
      text={
        draft?.consent
          ? '公開した版は変更できません。全員に、再同意をお願いします。'
          : '公開した版は変更できません。'
      }
      confirm={draft?.publish_at ? '公開を予約する' : '公開する'}
      send={publish}
    />
  )
}

function Discard({ text, disabled, onChanged }: ActProps) {
  const call = useCall()
  const { slug, draft } = text
  async function discard() {
    const body = { version: draft?.version ?? 0 }
    await call(operatorTexts.deleteDraft, { params: { slug }, body })
    showToast('下書きを削除しました')
    onChanged({ ...text, draft: null })
  }
  return (
    <ConfirmButton
      label="下書きを削除する"
      button={{ wide: true, variant: 'plain', icon: 'trash', disabled }}
      title="下書きを削除しますか？"
      text="公開中の版は、そのまま残ります。この操作は取り消せません。"
      confirm="削除する"
      danger
      onConfirm={discard}
    />
  )
}
