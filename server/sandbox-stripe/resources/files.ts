import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { operation } from '../core/operation.ts'
import { choice, integer, type Read, required, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'

const file = shape({ name: text, type: text, size: required(integer), magic: required(text) })
type UploadedFile = NonNullable<Read<{ file: typeof file }>['file']>

const LARGEST = 10_000_000
/** Magic bytes: the file name is not trusted. */
const KINDS: Record<string, string> = { ffd8ff: 'jpg', '89504e47': 'png', '25504446': 'pdf' }

/** Uploads of identity documents from a browser: checked, but not stored. */
export const files = [
  operation(
    'POST',
    '/v1/files',
    { file: required(file), purpose: required(choice('identity_document')) },
    (scope, { params }) => scope.put<'file'>(fileOf(scope, params.file, params.purpose)),
    'freely',
  ),
  operation('GET', '/v1/files/:id', {}, (scope, { id }) => scope.take('file', id, 'file')),
]

/** Requires an uploaded identity document; throws Stripe's error otherwise. */
export function assertDocument(scope: Scope, id: string, param: string): void {
  if (scope.find('file', id)?.purpose !== 'identity_document')
    throw invalid(`No such file upload: '${id}'`, { code: 'resource_missing', param })
}

export function fileOf(
  scope: Scope,
  { name, size, magic }: UploadedFile,
  purpose: string,
): Stripe.File {
  const kind = Object.entries(KINDS).find(([bytes]) => magic.startsWith(bytes))?.[1]
  if (!kind)
    throw invalid('Invalid file: we only support JPG, PNG and PDF.', {
      code: 'file_type_invalid',
      param: 'file',
    })
  if (size > LARGEST)
    throw invalid('The file is too large.', { code: 'file_too_large', param: 'file' })
  return {
    id: scope.newId('file'),
    object: 'file',
    created: scope.now(),
    expires_at: null,
    filename: name ?? null,
    links: null,
    purpose,
    size,
    title: null,
    type: kind,
    url: null,
  }
}
