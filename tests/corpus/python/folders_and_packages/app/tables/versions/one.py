from tables import op  #> external tables.op


def upgrade():
    op.add_column("orders")  #> none add_column; external tables.op.add_column
