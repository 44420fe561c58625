"""What Optuna reads by path: the versions of its tables, which alembic runs as scripts."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files(
    "optuna",
    include_py_files=True,
    includes=["storages/_rdb/alembic.ini", "storages/_rdb/alembic/**"],
)
hiddenimports = [
    "alembic.command", "alembic.config", "alembic.ddl.sqlite", "alembic.migration",
    "alembic.script", "logging.config", "optuna.importance", "sqlalchemy.dialects.mysql",
    "sqlalchemy.dialects.postgresql",
]  # fmt: skip
# optuna.integration stays: `import optuna` imports it.
excludedimports = ["optuna.cli", "optuna.visualization"]
