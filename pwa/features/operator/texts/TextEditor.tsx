import { Suspense, useState } from 'react'
import { LEGAL_MAX } from '#contract/operator/limits.ts'
import { type OwnText, operatorTexts } from '#contract/operator/texts/calls.ts'
import { site } from '#contract/site/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { fromWall, toWall } from '#pwa/lib/forms/editing/edit-form.ts'
import { useEditor } from '#pwa/lib/forms/editing/useEditor.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { DateTimeInput } from '#pwa/ui/forms/DateTimeInput.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { WritingForm } from '#pwa/ui/forms/WritingForm.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { RichText } from '#pwa/ui/RichText.tsx'
import { Beside } from '../writing/Beside.tsx'
import { useLeaveWarning } from '../writing/useLeaveWarning.ts'
import { usePreview } from '../writing/usePreview.ts'
import { DraftActions } from './DraftActions.tsx'

const Changes = lazyComponent(async () => (await import('./Changes.tsx')).Changes)
const CHANGED = [operatorTexts.listTexts, operatorTexts.getOwnText, site.getText]

interface Values {
  title: string
  body: string
  publish_at: string
  consent: string
}
const OPTIONAL: readonly (keyof Values)[] = ['publish_at', 'consent']

/** Starts from the saved draft, or else from the current version. */
const savedText = ({ draft, ...text }: OwnText): Values => ({
  title: draft?.title ?? text.title,
  body: draft?.body ?? text.body,
  publish_at: draft?.publish_at ? toWall(draft.publish_at) : '',
  consent: draft?.consent ? '1' : '',
})

interface TextEditorProps {
  text: OwnText
  onChanged: (text: OwnText) => void
}

/** The editor of a legal text's next version, with a preview and the changes from the current one. */
export function TextEditor({ text, onChanged }: TextEditorProps) {
  const editor = useTextEditor(text, onChanged)
  const { values } = editor.form
  const shown = usePreview('text', values.body)
  useLeaveWarning(editor.wiring.changed)
  return (
    <Beside
      failed={shown.failed}
      preview={<Preview text={text} values={values} html={shown.body_html} />}
    >
      <WritingForm
        {...editor.wiring}
        actions={
          <DraftActions
            text={text}
            changed={editor.wiring.changed}
            busy={editor.form.busy}
            publishAt={values.publish_at}
            onChanged={onChanged}
          />
        }
      >
        <TextFields form={editor.form} mayAsk={text.may_ask} unknown={shown.unknown} />
      </WritingForm>
    </Beside>
  )
}

function useTextEditor(text: OwnText, onChanged: (text: OwnText) => void) {
  const call = useCall()
  const params = { slug: text.slug }
  return useEditor({
    kind: 'legal',
    id: text.slug,
    saved: savedText(text),
    optional: OPTIONAL,
    pictures: {},
    send: ({ values: { title, body, publish_at, consent } }) =>
      call(operatorTexts.saveDraft, {
        params,
        body: {
          title,
          body,
          consent: consent === '1',
          publish_at: publish_at ? fromWall(publish_at) : null,
          version: text.draft?.version ?? 0,
        },
      }),
    stale: CHANGED,
    onDone(saved) {
      showToast('下書きを保存しました')
      onChanged(saved)
    },
  })
}

interface PreviewProps {
  text: OwnText
  values: Values
  /** The body, rendered. */
  html: string
}

/** The page as it would be published, or its changes. */
function Preview({ text, values, html }: PreviewProps) {
  const [lookAt, setLookAt] = useState<'page' | 'changes'>('page')
  return (
    <>
      <Toggle
        label={`第${text.version}版との違いを表示する`}
        checked={lookAt === 'changes'}
        onChange={(on) => setLookAt(on ? 'changes' : 'page')}
      />
      {lookAt === 'changes' ? (
        <Suspense>
          <Changes before={text.body} after={values.body} />
        </Suspense>
      ) : (
        <article className="stack">
          <h2>{values.title}</h2>
          <RichText html={html} />
        </article>
      )}
    </>
  )
}

interface TextFieldsProps {
  form: ReturnType<typeof useTextEditor>['form']
  /** Members can be asked to consent to the new version. */
  mayAsk: boolean
  /** Placeholders in the body that do not exist. */
  unknown: readonly string[]
}

function TextFields({ form, mayAsk, unknown }: TextFieldsProps) {
  const { field, values } = form
  return (
    <>
      <TextInput label="タイトル" require maxCount={LEGAL_MAX.title} {...field('title')} />
      <TextArea
        label="本文"
        require
        rows={18}
        hint="Markdownで書きます。{{seller_name}} などは、設定の内容に置き換わります"
        maxCount={LEGAL_MAX.body}
        {...field('body')}
      />
      {unknown.length > 0 && (
        <Alert tone="warning">
          {unknown.map((name) => `{{${name}}}`).join('、')} という項目はありません。
        </Alert>
      )}
      <DateTimeInput
        label="公開日時"
        hint="日本時間。空欄のときは、公開の操作をした時刻です"
        {...field('publish_at')}
      />
      {mayAsk && (
        <Toggle
          label="要再同意"
          hint="公開のあと、はじめて使うときに、全員に内容の確認と同意をお願いします。同意までは購入・参加・投稿ができません"
          checked={values.consent === '1'}
          onChange={(on) => form.set({ consent: on ? '1' : '' })}
          error={form.errorOf('consent')}
        />
      )}
    </>
  )
}
