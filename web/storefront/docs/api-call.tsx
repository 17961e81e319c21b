import type { ApiCall, ApiField, ApiType } from '#contract/calls/api-reference-types.ts'
import './api-call.css'

/** One call: what it does and takes on the left, an example and what comes back on the right. */
export function CallEntry({ call }: { call: ApiCall }) {
  const { id, method, path, summary, access, parameters, body, answer, refusals, example } = call
  return (
    <article id={id} className="api-call">
      <div>
        <h3>
          <a href={`#${id}`}>
            <code>
              <b>{method}</b> {path}
            </code>
          </a>
        </h3>
        <p>
          <Marked text={summary} />.
        </p>
        <p className="who">Access: {access}</p>
        <Fields title="Parameters" fields={parameters} />
        <Fields title="Body" fields={body} />
      </div>
      <div>
        <pre>
          <code>{example}</code>
        </pre>
        <h4>Response</h4>
        {answer.type.type !== 'object' && (
          <p>
            <TypeName {...answer.type} />
          </p>
        )}
        <Fields fields={answer.fields} />
        {refusals.length > 0 && (
          <>
            <h4>Errors</h4>
            <p className="errors">
              {refusals.map(({ status, meaning }) => (
                <span key={status}>
                  <b>{status}</b> <Marked text={meaning} />.{' '}
                </span>
              ))}
            </p>
          </>
        )}
      </div>
    </article>
  )
}

type FieldsProps = { title?: string; fields: ApiField[] }

export function Fields({ title, fields }: FieldsProps) {
  if (fields.length === 0) return null
  return (
    <>
      {title && <h4>{title}</h4>}
      <dl>
        {fields.map(({ name, optional, note, ...type }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <TypeName {...type} />
              {optional && <i>, optional</i>}
              {note && (
                <small>
                  <Marked text={note} />
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function TypeName({ type, object }: ApiType) {
  return (
    <>
      {type}
      {type && object && ' '}
      {object && <a href={`#object-${object}`}>{object}</a>}
    </>
  )
}

/** Words between backticks are code. */
const Marked = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 ? <code key={part}>{part}</code> : part))
