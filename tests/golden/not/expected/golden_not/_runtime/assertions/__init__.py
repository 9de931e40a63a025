"""What no Python type can say: whole schemas, decided on the JSON value itself.

A type gives the shape of a value; where its schema says more (`not`, `if`, `contains`,
`unevaluatedProperties` and their like), the schema is evaluated as JSON Schema 2020-12 defines it.
"""
