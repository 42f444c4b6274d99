import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnText, operatorTexts } from '#contract/operator/texts/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { TextEditor } from './TextEditor.tsx'
import { TextVersions } from './TextVersions.tsx'

/** One legal text: its next version, and the published ones. */
export function TextAdmin({ text }: { text: OwnText }) {
  const [current, setCurrent] = useState(text)
  const client = useQueryClient()
  const { version, title, draft } = current
  /** Also updates the cache, for a later visit of the page. */
  function change(text: OwnText) {
    setCurrent(text)
    client.setQueryData(keyOf(operatorTexts.getOwnText, { params: { slug: text.slug } }), text)
    void client.invalidateQueries({ queryKey: keyOf(operatorTexts.listTexts) })
  }
  return (
    <div className="stack-l">
      <p className="row">
        <b>{title}</b>
        <Badge tone="positive">第{version}版を公開中</Badge>
      </p>
      <TextEditor key={`${version}-${draft?.version ?? 0}`} text={current} onChanged={change} />
      <TextVersions text={current} onChanged={change} />
    </div>
  )
}
