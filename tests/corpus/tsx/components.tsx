// Components are mentioned by the elements made of them; handlers are ordinary functions.

class Model {
  save() {}
}

type Props = { model: Model; onDone?: (model: Model) => void }

function Button(props: { label: string }) { //> def function Button
  return <button>{props.label}</button>
}

const Panel = {
  Header: () => <h1>Title</h1>, //> def function Panel.Header
}

export const Form = ({ model, onDone }: Props) => { //> def function Form
  const submit = () => {
    model.save() //> call Model.save typed
  }
  return (
    <form onSubmit={submit}> {/* the handler is named, not called */}
      <Panel.Header />
      <Button label="ok" /> {/* a component */}
      <div onClick={() => model.save()} />
    </form>
  )
}

export function App() {
  return <Form model={new Model()} onDone={(done) => done.save()} /> //> ref Form; call Model exact
}
